import { IconUserSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { type Found, finding } from '#contract/finding.ts'
import { isProvider, type Member } from '#domain/people/actor.ts'
import { useMember } from '../../api/session.ts'
import { bringIntoView } from '../../ui/focus.ts'
import { placeWithin } from '../../ui/placing.ts'
import classes from './Find.module.css'
import { FoundRequest } from './FoundRequest.tsx'
import { useOpenRequest } from './opening.ts'
import { useEnterAhead } from './use-enter-ahead.ts'
import { type Finding, useFind } from './use-find.ts'

/** A field beside a list's search that finds any request by whom it is for; what is typed is kept nowhere. */
export function Find() {
  const member = useMember()
  return finding.find.who(member) && <FindField member={member} />
}

function FindField({ member }: { member: Member }) {
  const what = isProvider(member) ? 'patient, hospital or driver' : 'patient name or ID'
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const [isOpen, setIsOpen] = useState(false)
  const looked = useFind(typed)
  const { found } = looked
  const open = useOpenRequest(member)
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`
  const isShown = isOpen && (found.length > 0 || looked.isNothing || looked.failure !== null)

  const enter = () => choose(found[found.length === 1 ? 0 : active])
  const ahead = useEnterAhead(!looked.isLooking, enter)

  function type(text: string) {
    ahead.forget()
    setTyped(text)
    setActive(-1)
  }

  function choose(chosen: Found | undefined) {
    if (!chosen) return
    type('')
    open(chosen.id)
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      ahead.forget()
      setActive((active + step + found.length) % found.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // not what an older text found, while the answer to this one is on its way
      if (looked.isLooking) ahead.wait()
      else enter()
    } else if (event.key === 'Escape' && typed !== '') type('')
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.find}>
      <IconUserSearch className={`dim ${classes.glass}`} size={16} stroke={1.75} aria-hidden />
      <input
        type="text"
        className={classes.input}
        value={typed}
        aria-label={`Find ${what}`}
        placeholder={`Find ${what}`}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        onFocus={() => setIsOpen(true)}
        onBlur={() => {
          setIsOpen(false)
          ahead.forget()
        }}
        onKeyDown={press}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {isShown && (
        <div ref={placeWithin} className={`floating ${classes.list}`}>
          <div id={listId} role="listbox" aria-label="Requests found" aria-busy={looked.isLooking}>
            {found.map((one, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
              <div
                key={one.id}
                id={optionId(index)}
                ref={index === active ? bringIntoView : null}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={`floating-option ${classes.option}`}
                // before the field loses the focus, and the list with it
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(one)}
              >
                <FoundRequest found={one} />
              </div>
            ))}
          </div>
          <Words looked={looked} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isShown && !looked.isLooking && found.length > 0 ? `${found.length} found` : ''}
      </p>
    </div>
  )
}

function Words({ looked: { isNothing, failure } }: { looked: Finding }) {
  if (!isNothing && failure === null) return null
  return (
    <p className={`muted ${classes.words}`} role="status">
      {failure ?? 'Nothing found. Type the beginning of a name or a number.'}
    </p>
  )
}
