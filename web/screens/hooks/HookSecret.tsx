import { showDateTime } from '#domain/basics/time.ts'
import { ShownOnce } from '../../parts/ShownOnce.tsx'
import type { Shown } from './use-hook-form.ts'

type HookSecretProps = { shown: Shown; onKept: () => void }

export const HookSecret = ({ shown: { hook, secret }, onKept }: HookSecretProps) => (
  <ShownOnce
    label="The secret of the hook"
    name={hook.url}
    copied="Secret copied"
    warning={
      <>
        Copy this secret into your system now: with it you know that a call is ours. It is not shown again.
        {hook.oldUntil && ` The one before signs too until ${showDateTime(hook.oldUntil)}.`}
      </>
    }
    {...{ secret, onKept }}
  >
    Signed as Standard Webhooks has it: <code>webhook-id</code>, <code>webhook-timestamp</code>,{' '}
    <code>webhook-signature</code>.
  </ShownOnce>
)
