import { useStoredChoice } from './use-stored-choice.ts'

/** A yes or no that this browser remembers; without storage it lasts as long as the page. */
export function useStoredFlag(key: string): [boolean, (next: boolean) => void] {
  const [flag, setFlag] = useStoredChoice(key, ['no', 'yes'])
  return [flag === 'yes', (next) => setFlag(next ? 'yes' : 'no')]
}
