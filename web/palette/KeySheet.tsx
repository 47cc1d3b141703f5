import type { ReactNode } from 'react'
import { CheckBox } from '../ui/fields/CheckBox.tsx'
import { Cross } from '../ui/frame/signs.tsx'
import type { Help } from './help.ts'
import { Keycap, withK } from './Keycap.tsx'
import classes from './KeySheet.module.css'
import { Overlay } from './Overlay.tsx'
import { switchKeys, useKeysOff } from './use-keys.ts'

type KeySheetProps = {
  title: string
  help: Help
  /** What of the keys this screen has. */
  has: Record<'rows' | 'opening' | 'search' | 'deciding' | 'nextStep' | 'menu', boolean>
  onClose: () => void
}

/** Left the keys, right what the screen is for and what happens next. */
export function KeySheet({ title, help, has, onClose }: KeySheetProps) {
  const areOff = useKeysOff()
  return (
    <Overlay label={`Keys, and what ${title} is for`} onClose={onClose} isWide>
      <div className={`row ends ${classes.head}`}>
        <h2 className={classes.title}>
          Keys <span className={`muted ${classes.more}`}>and what this screen is for</span>
        </h2>
        <button
          type="button"
          className={`dim bare ${classes.close}`}
          aria-label="Close"
          data-autofocus
          onClick={onClose}
        >
          <Cross size={18} />
        </button>
      </div>
      <div className={classes.halves}>
        <div className={classes.keys}>
          <Group title="Everywhere">
            <Key keys={withK}>Find anything</Key>
            {has.search && <Key keys={['/']}>Search this list</Key>}
            <Key keys={['b']}>Open the news</Key>
            <Key keys={['?']}>This sheet</Key>
            <Key keys={['esc']}>Close what is open</Key>
          </Group>
          {has.rows && (
            <Group title="In a list">
              <Key keys={['j', 'k']}>Next row, row before</Key>
              {has.opening && <Key keys={['↵']}>Open the row</Key>}
              {has.nextStep && <Key keys={['n']}>Do its next step</Key>}
              {has.menu && <Key keys={['.']}>Its other acts</Key>}
              {has.deciding && <Key keys={['x']}>Select the row</Key>}
              {has.deciding && <Key keys={['a']}>Approve it</Key>}
              {has.deciding && <Key keys={['r']}>Reject it</Key>}
              {(has.deciding || has.nextStep) && <Key keys={['u']}>Undo what you just did</Key>}
            </Group>
          )}
          <div className={classes.off}>
            <CheckBox
              label="Keys of one letter are on"
              checked={!areOff}
              onChange={() => switchKeys(!areOff)}
            />
            <p className="muted">
              They do nothing while you type in a field. {withK.join(' ')} stays on either way.
            </p>
          </div>
        </div>
        <div className={classes.help}>
          <h3 className="heading">{title}</h3>
          <p className="muted">{help.about}</p>
          <h3 className={`subheading ${classes.next}`}>What happens next</h3>
          <ol className={`muted ${classes.steps}`}>
            {help.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
    </Overlay>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.group}>
    <h3 className="small strong">{title}</h3>
    <dl>{children}</dl>
  </section>
)

const Key = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <div className={`row ends small ${classes.key}`}>
    <dt>{children}</dt>
    <dd className={`row still ${classes.caps}`}>
      {keys.map((key) => (
        <Keycap key={key}>{key}</Keycap>
      ))}
    </dd>
  </div>
)
