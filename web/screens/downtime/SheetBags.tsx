import { CrossmatchResult } from '#domain/matching/crossmatch.ts'
import { MethodField } from '../../parts/bags/MethodField.tsx'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { focusOn } from '../../ui/focus.ts'
import classes from './Downtime.module.css'
import { type SheetParts, Tick, When } from './SheetWhen.tsx'
import { type BagLine, fieldOfBag, withLineAfter } from './sheet-draft.ts'

const results = [
  { value: 'compatible', label: 'Compatible, left' },
  { value: 'none', label: 'Not cross-matched, left' },
  { value: 'incompatible', label: 'Incompatible, stayed' },
]

/** One line for each bag: a scanner presses Enter after each, and the next line is there. */
export function SheetBags({ draft, change, fieldOf, errors, mend }: SheetParts) {
  const { lines } = draft

  // which line the server's words belong to hangs on those before it
  function put(next: readonly BagLine[]) {
    change({ lines: next })
    mend()
  }
  const changeLine = (at: number, part: Partial<BagLine>) =>
    put(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))

  function goOn(at: number) {
    const next = withLineAfter(lines, at)
    put(next)
    focusOn(`sheet-${fieldOfBag(next, at + 1)}`)
  }

  return (
    <fieldset className={classes.part}>
      <legend>Cross-match</legend>
      {lines.map((line, at) => {
        const field = fieldOfBag(lines, at)
        const { id, error } = fieldOf(field)
        const sure = fieldOf(field.replace(/(\.number)?$/, '.isSure'))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <div key={at} className={classes.row}>
            <TextField
              id={id}
              error={error ?? (at === 0 ? (errors.bags ?? null) : null)}
              label={`Bag ${at + 1}`}
              size="lg"
              value={line.text}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              data-scan
              onChange={(event) => changeLine(at, { text: event.currentTarget.value, isSure: false })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                if (line.text.trim() !== '') goOn(at)
              }}
            />
            <Dropdown
              label={`Result ${at + 1}`}
              size="lg"
              options={results}
              value={line.result}
              onChange={(value) =>
                changeLine(at, { result: CrossmatchResult.safeParse(value).data ?? 'none' })
              }
            />
            {(sure.error || line.isSure) && (
              <Tick
                {...sure}
                label={`Bag ${at + 1} left, though its donation is reactive`}
                checked={line.isSure ?? false}
                onTick={(isSure) => changeLine(at, { isSure })}
              />
            )}
          </div>
        )
      })}
      <div className="row wrap gap-12">
        <PushButton className={classes.press} onClick={() => goOn(lines.length - 1)}>
          Add a bag
        </PushButton>
      </div>
      <div className={classes.row}>
        <MethodField method={draft.method} onChange={(method) => change({ method })} />
        <When name="matched" label="Done" {...{ draft, change, fieldOf }} />
        <TextField
          {...fieldOf('matchedBy')}
          label="Done by"
          size="lg"
          value={draft.matchedBy}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => change({ matchedBy: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  )
}
