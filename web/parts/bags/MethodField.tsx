import { CrossmatchMethod } from '#domain/matching/crossmatch.ts'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { useStoredChoice } from '../../ui/use-stored-choice.ts'

const methods: [CrossmatchMethod, ...CrossmatchMethod[]] = ['gel', 'ahg-tube', 'immediate-spin', 'saline']

export const methodNames: Record<CrossmatchMethod, string> = {
  gel: 'gel',
  'ahg-tube': 'AHG tube',
  'immediate-spin': 'immediate spin',
  saline: 'saline',
}

/** By which this bench works, remembered in its browser. */
export const useMethod = () => useStoredChoice('bench-method', methods)

type MethodFieldProps = {
  method: CrossmatchMethod
  onChange: (method: CrossmatchMethod) => void
  className?: string | undefined
}

export const MethodField = ({ method, onChange, className }: MethodFieldProps) => (
  <Dropdown
    label="Method"
    size="lg"
    className={className}
    options={methods.map((value) => ({ value, label: methodNames[value] }))}
    value={method}
    onChange={(value) => onChange(CrossmatchMethod.catch('gel').parse(value))}
  />
)
