import {
  IconCheck,
  IconHandStop,
  IconLockOpen2,
  IconMail,
  IconShieldCheck,
  IconShieldOff,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import type { Person } from '#contract/members.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { invitedText, stoppedText } from '#domain/people/member-showing.ts'
import { useNow } from '../../parts/use-now.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import type { Column } from '../../ui/table/table-shape.ts'
import classes from './People.module.css'
import type { PersonActs } from './use-person-act.ts'

const sign = { size: 14, stroke: 2.1, 'aria-hidden': true } as const
const nameAt = ({ id }: Person): string => `person-${id}`

export const personColumns = (acts: PersonActs): Column<Person>[] => [
  { title: 'Person', width: 260, cell: (person) => <Who person={person} /> },
  { title: 'Role', width: 72, cell: (person) => <Role person={person} /> },
  { title: 'Second factor', width: 112, cell: (person) => <SecondFactor person={person} /> },
  { title: 'Last sign-in', width: 170, cell: (person) => <LastSignIn person={person} /> },
  { title: 'State', cell: (person) => <State person={person} /> },
  { title: 'Action', width: 230, firm: true, cell: (person) => <Acts person={person} acts={acts} /> },
]

const Who = ({ person }: { person: Person }) => (
  <div className="stack breaks">
    <span className="row wrap gap-6">
      <strong id={nameAt(person)} className={person.state === 'active' ? undefined : 'dim'}>
        <bdi>{person.name}</bdi>
      </strong>
      {person.isYou && <Badge kind="grey">you</Badge>}
    </span>
    <bdi className="muted">{person.email}</bdi>
    {!person.isProved && person.state === 'active' && <span className="muted">e-mail not proved yet</span>}
  </div>
)

const Role = ({ person: { role } }: { person: Person }) => (
  <span className={role === 'admin' ? 'strong' : undefined}>{role}</span>
)

function SecondFactor({ person: { hasSecondFactor } }: { person: Person }) {
  if (hasSecondFactor === null) return <span className="dim">–</span>
  return hasSecondFactor ? (
    <span className="inline gap-6">
      <IconShieldCheck size={16} stroke={1.75} aria-hidden /> on
    </span>
  ) : (
    <span className="inline gap-6 dim">
      <IconShieldOff size={16} stroke={1.75} aria-hidden /> off
    </span>
  )
}

const LastSignIn = ({ person: { lastSignIn } }: { person: Person }) =>
  lastSignIn ? (
    <span className="stack figures">
      <time dateTime={lastSignIn.at.toISOString()}>{showDateTime(lastSignIn.at)}</time>
      <span className="muted">{lastSignIn.device}</span>
    </span>
  ) : (
    <span className="dim">never</span>
  )

function State({ person }: { person: Person }) {
  const now = useNow(60_000)
  const { state, since, isShared, devices } = person
  if (state === 'invited')
    return (
      <Told
        badge={
          <Badge kind="grey" icon={<IconMail {...sign} />}>
            invited
          </Badge>
        }
      >
        {since && invitedText(since, now)}
      </Told>
    )
  if (state === 'stopped')
    return (
      <Told
        badge={
          <Badge kind="black" icon={<IconHandStop {...sign} />}>
            stopped
          </Badge>
        }
      >
        {since && stoppedText(since)}
      </Told>
    )
  if (isShared)
    return (
      <Told
        badge={
          <Badge kind="amber" icon={<IconUsers {...sign} />}>
            shared account
          </Badge>
        }
      >
        {devices > 1 ? `${devices} kinds of device this week. ` : ''}Its acts name no person.
      </Told>
    )
  return (
    <span>
      <Badge kind="green" icon={<IconCheck {...sign} />}>
        active
      </Badge>
    </span>
  )
}

const Told = ({ badge, children }: { badge: React.ReactNode; children: React.ReactNode }) => (
  <div className="stack">
    <span>{badge}</span>
    <span className="tiny">{children}</span>
  </div>
)

function Acts({ person, acts }: { person: Person; acts: PersonActs }) {
  const { id, state, isYou, role, since } = person
  const about = { size: 'xs', 'aria-describedby': nameAt(person) } as const
  const { busy } = acts
  if (state === 'stopped')
    return (
      <div className={`row wrap gap-8 ${classes.acts}`}>
        <PushButton
          {...about}
          icon={<IconLockOpen2 {...sign} />}
          loading={busy === `let in ${id}`}
          onClick={() => acts.letIn(person)}
        >
          Let in again
        </PushButton>
      </div>
    )
  if (state === 'invited' && since?.isOurs)
    return (
      <div className={`row wrap gap-8 ${classes.acts}`}>
        <PushButton {...about} loading={busy === `again ${id}`} onClick={() => acts.sendAgain(person)}>
          Send again
        </PushButton>
        <PushButton
          {...about}
          icon={<IconX {...sign} />}
          loading={busy === `withdraw ${id}`}
          onClick={() => acts.withdraw(person)}
        >
          Withdraw
        </PushButton>
      </div>
    )
  if (isYou) return null
  return (
    <div className={`row wrap gap-8 ${classes.acts}`}>
      <PushButton {...about} loading={busy === `role ${id}`} onClick={() => acts.setRole(person)}>
        {role === 'admin' ? 'Make staff' : 'Make admin'}
      </PushButton>
      <PushButton
        {...about}
        icon={<IconHandStop {...sign} />}
        loading={busy === `stop ${id}`}
        onClick={() => acts.stop(person)}
      >
        Stop
      </PushButton>
    </div>
  )
}

export const PersonCard = ({ person, acts }: { person: Person; acts: PersonActs }) => (
  <article className={classes.card} aria-labelledby={nameAt(person)}>
    <Who person={person} />
    <div className="row wrap gap-12 small">
      <Role person={person} />
      <span className="inline gap-6">
        <span className="dim">second factor</span> <SecondFactor person={person} />
      </span>
    </div>
    <div className="small">
      <span className="dim">Last sign-in</span> <LastSignIn person={person} />
    </div>
    <State person={person} />
    <Acts person={person} acts={acts} />
  </article>
)
