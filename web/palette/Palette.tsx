import {
  IconArrowRight,
  IconClipboardList,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconSwitchHorizontal,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { finding } from '#contract/finding.ts'
import { people } from '#contract/people.ts'
import { isProved, isProvider, type Member } from '#domain/people/actor.ts'
import { dueText } from '#domain/requests/due.ts'
import { ask } from '../api/queries.ts'
import { DueLine } from '../parts/DueLine.tsx'
import { FoundRequest } from '../parts/finding/FoundRequest.tsx'
import { Marked } from '../parts/finding/Marked.tsx'
import { useOpenRequest } from '../parts/finding/opening.ts'
import { useEnterAhead } from '../parts/finding/use-enter-ahead.ts'
import { useFind } from '../parts/finding/use-find.ts'
import { useNextThing } from '../parts/next-thing.ts'
import { useChooseOrganisation } from '../parts/use-choose-organisation.ts'
import { paths } from '../paths.ts'
import { bringIntoView } from '../ui/focus.ts'
import { chooseScheme, useIsDark } from '../ui/frame/scheme.ts'
import { Keycap } from './Keycap.tsx'
import { Overlay } from './Overlay.tsx'
import classes from './Palette.module.css'
import { firstActive, moved, titledWith } from './palette-items.ts'

export type PaletteScreen = { key: string; title: string; icon: ReactNode; href: string }

type PaletteProps = {
  member: Member
  /** What was typed before it was there, and whether Enter was pressed after it. */
  firstTyped: string
  isEntered: boolean
  screens: readonly PaletteScreen[]
  onClose: () => void
  onSignOut: () => void
  onKeys: () => void
}

/** One line of the list: what it shows, and what choosing it does. */
type Choice = {
  key: string
  group: string
  icon: ReactNode
  body: ReactNode
  choose: () => void
  isOld?: boolean
}

const look = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** The next thing to do, an order, a screen, or something for the whole page: by typing a little of it. */
export function Palette({
  member,
  firstTyped,
  isEntered,
  screens,
  onClose,
  onSignOut,
  onKeys,
}: PaletteProps) {
  const [typed, setTyped] = useState(firstTyped)
  const [pointed, setPointed] = useState<string | null>(null)
  const listId = useId()
  const mayFind = finding.find.who(member)
  const noun = isProvider(member) ? 'order' : 'request'
  const label = mayFind
    ? `Find ${isProvider(member) ? 'an order' : 'a request'}, a screen, the next thing`
    : 'Find a screen'
  const looked = useFind(typed, mayFind)
  const next = useNextThing()
  const choices = useChoices({ member, screens, typed, next, found: looked, onSignOut, onKeys })
  const hasNext = choices[0]?.group === nextGroup
  const at = choices.findIndex(({ key }) => key === pointed)
  const active = at >= 0 ? at : firstActive(hasNext, typed.trim() !== '', choices.length)
  const optionId = (index: number) => `${listId}-${index}`
  const isAnswered = !looked.isLooking && (typed.trim() !== '' || next !== undefined)
  const ahead = useEnterAhead(isAnswered, enterLate, isEntered)

  function choose(choice: Choice | undefined) {
    if (!choice) return
    onClose()
    choice.choose()
  }

  function enter() {
    const choice = choices[active]
    // not what an older text found, while the answer to this one is on its way
    if (looked.isLooking && (!choice || choice.isOld)) ahead.wait()
    else choose(choice)
  }

  /** Not where the line that was pointed at is gone, or where nobody was asked. */
  function enterLate() {
    if (looked.failure === null && (pointed === null || at >= 0)) choose(choices[active])
  }

  function type(text: string) {
    ahead.forget()
    setTyped(text)
    setPointed(null)
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      ahead.forget()
      setPointed(choices[moved(active, step, choices.length)]?.key ?? null)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter()
    else return
    event.preventDefault()
  }

  return (
    <Overlay label="Find anything" onClose={onClose}>
      <div className={`row ${classes.bar}`}>
        <IconSearch className="dim still" size={20} stroke={1.75} aria-hidden />
        <input
          type="text"
          className={`fill ${classes.input}`}
          value={typed}
          aria-label={label}
          placeholder={label}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-activedescendant={choices[active] ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          data-autofocus
          onKeyDown={press}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <button type="button" className={`bare ${classes.close}`} aria-label="Close, esc" onClick={onClose}>
          <Keycap>esc</Keycap>
        </button>
      </div>
      <div className={classes.room}>
        <div id={listId} role="listbox" aria-label="What can be opened" aria-busy={looked.isLooking}>
          {groupsOf(choices).map(({ group, first, members }) => (
            // biome-ignore lint/a11y/useSemanticElements: the options of a listbox are grouped so
            <div key={group} role="group" aria-label={group}>
              <p className={`tiny dim strong ${classes.group}`} aria-hidden="true">
                {group}
              </p>
              {members.map((choice, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
                <div
                  key={choice.key}
                  id={optionId(first + index)}
                  ref={first + index === active ? bringIntoView : null}
                  role="option"
                  tabIndex={-1}
                  aria-selected={first + index === active}
                  className={`row gap-12 ${classes.option}`}
                  // the field keeps the focus
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(choice)}
                >
                  <span className={`dim still ${classes.icon}`}>{choice.icon}</span>
                  <span className="fill">{choice.body}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className={`muted ${classes.words}`} role="status">
          {looked.failure ??
            (looked.isNothing &&
              (choices.length <= (hasNext ? 1 : 0) ? 'Nothing found.' : `No ${noun} found.`))}
        </p>
      </div>
      <p className={`tiny dim row wrap ${classes.foot}`}>
        <span>
          <Keycap>↑</Keycap> <Keycap>↓</Keycap> move
        </span>
        <span>
          <Keycap>↵</Keycap> open
        </span>
        <span>
          <Keycap>esc</Keycap> close
        </span>
      </p>
    </Overlay>
  )
}

const ordersPath = paths.screen('admin', 'status')
const nextGroup = 'Next thing to do'

type ChoicesFrom = Omit<PaletteProps, 'onClose' | 'firstTyped' | 'isEntered'> & {
  typed: string
  next: ReturnType<typeof useNextThing>
  found: ReturnType<typeof useFind>
}

function useChoices({ member, screens, typed, next, found, onSignOut, onKeys }: ChoicesFrom): Choice[] {
  const navigate = useNavigate()
  const openRequest = useOpenRequest(member)
  const isDark = useIsDark()
  const go = (href: string) => () => void navigate({ href })
  const places = usePlaceChoices(member)
  const titled = [
    ...screens.map((screen) => ({ ...screen, group: 'Screens' as const, choose: go(screen.href) })),
    ...places,
    {
      key: 'theme',
      title: isDark ? 'Light theme' : 'Dark theme',
      icon: isDark ? <IconSun {...look} /> : <IconMoon {...look} />,
      group: 'Also' as const,
      choose: () => chooseScheme(isDark ? 'light' : 'dark'),
    },
    {
      key: 'keys',
      title: 'Keys and help',
      icon: <IconKeyboard {...look} />,
      group: 'Also' as const,
      choose: onKeys,
    },
    {
      key: 'sign-out',
      title: 'Sign out',
      icon: <IconLogout {...look} />,
      group: 'Also' as const,
      choose: onSignOut,
    },
  ]
  return [
    ...(next
      ? [
          {
            key: 'next',
            group: nextGroup,
            icon: <IconArrowRight {...look} />,
            body: (
              <span className={classes.next}>
                <span>
                  <strong className="figures">{next.title}</strong>{' '}
                  <span className="dim">
                    <bdi>{next.words}</bdi>
                  </span>
                </span>
                {next.due && <DueLine due={next.due} say={dueText} />}
              </span>
            ),
            // an order opens over the list of orders, also where that is open already
            choose: () =>
              next.to === ordersPath && next.search.order
                ? openRequest(next.search.order)
                : void navigate({ to: next.to, search: next.search }),
          },
        ]
      : []),
    ...found.found.map((one) => ({
      key: one.id,
      group: isProvider(member) ? 'Orders' : 'Requests',
      icon: <IconClipboardList {...look} />,
      body: <FoundRequest found={one} />,
      choose: () => openRequest(one.id),
      isOld: found.isLooking,
    })),
    ...titledWith(titled, typed).map(({ item, marks }) => ({
      ...item,
      body: <Marked text={item.title} marks={marks} />,
    })),
  ]
}

/** For whom else one may act; nobody with one organisation is offered anything. */
function usePlaceChoices(member: Member) {
  const { choose } = useChooseOrganisation()
  const { data } = useQuery({ ...ask(people.organisations, {}), enabled: isProved(member) })
  const others = data?.items.filter(({ isHere }) => !isHere) ?? []
  return others.map(({ id, name }) => ({
    key: `organisation ${id}`,
    title: `Act for ${name}`,
    icon: <IconSwitchHorizontal {...look} />,
    group: 'Also' as const,
    choose: () => choose(id),
  }))
}

function groupsOf(choices: readonly Choice[]) {
  const groups: { group: string; first: number; members: Choice[] }[] = []
  for (const [index, choice] of choices.entries()) {
    const last = groups.at(-1)
    if (last?.group === choice.group) last.members.push(choice)
    else groups.push({ group: choice.group, first: index, members: [choice] })
  }
  return groups
}
