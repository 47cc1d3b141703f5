import type { KeptKey } from '#contract/keys.ts'
import { ShownOnce } from '../../parts/ShownOnce.tsx'

type MadeKeyProps = { made: { kept: KeptKey; key: string }; onKept: () => void }

export const MadeKey = ({ made: { kept, key }, onKept }: MadeKeyProps) => (
  <ShownOnce
    label="The new key"
    name={kept.name}
    copied="Key copied"
    secret={key}
    warning="Copy this key into your program now. It is not shown again, and nobody can look it up: whoever has it acts for you."
    onKept={onKept}
  >
    Send it with each call as <code>Authorization: Bearer</code>, never in an address. All calls stand at{' '}
    <a href="/api/docs">/api/docs</a>.
  </ShownOnce>
)
