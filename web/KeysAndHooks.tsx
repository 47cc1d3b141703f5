import { LiveNow } from './parts/LiveNow.tsx'
import { HooksPart } from './screens/hooks/HooksPart.tsx'
import { KeysPart } from './screens/keys/KeysPart.tsx'
import { PageHead } from './ui/frame/PageHead.tsx'

/** What the programs of an organisation call with, and are called by: an addition to the specification's screens. */
export const KeysAndHooks = ({ title }: { title: string }) => (
  <>
    <PageHead
      title={title}
      line="How your own programs and ours speak with each other."
      right={<LiveNow />}
    />
    <section aria-label="Keys">
      <KeysPart />
    </section>
    <HooksPart />
  </>
)
