/** Mutants that change nothing anybody could see, each with the reason. By the words of `trust/mutants/code-mutants.ts`. */
export const equivalentMutants: Record<string, string> = {}
