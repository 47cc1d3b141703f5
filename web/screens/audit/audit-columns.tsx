import {
  IconArrowsExchange,
  IconCamera,
  IconCheck,
  IconDownload,
  IconDroplet,
  IconDropletPlus,
  IconEye,
  IconFileCheck,
  IconFridge,
  IconLink,
  IconLogin2,
  IconMessage,
  type IconProps,
  IconReceiptRupee,
  IconSettings,
  IconShieldCheck,
  IconTent,
  IconTruckDelivery,
  IconUser,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AuditEntry } from '#contract/audit.ts'
import { showTimeWithSeconds } from '#domain/basics/time.ts'
import { type AuditGroup, auditGroups } from '#domain/events/audit.ts'
import type { Member } from '#domain/people/actor.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/table/table-shape.ts'
import classes from './audit-columns.module.css'
import type { AuditRow } from './audit-rows.ts'

export const auditColumns = (member: Member): Column<AuditRow>[] => [
  {
    title: 'Time',
    width: 116,
    cell: (row) => (row.kind === 'entry' ? <Time at={row.entry.at} /> : <Head row={row} />),
  },
  { title: 'Person', width: 230, cell: (row) => row.kind === 'entry' && <Doer entry={row.entry} /> },
  { title: 'Kind', width: 130, cell: (row) => row.kind === 'entry' && <Group group={row.entry.group} /> },
  { title: 'What', width: 420, cell: (row) => row.kind === 'entry' && <What entry={row.entry} /> },
  {
    title: 'On',
    width: 110,
    cell: (row) => row.kind === 'entry' && <On entry={row.entry} member={member} />,
  },
]

const Time = ({ at }: { at: Date }) => (
  <time className="figures" dateTime={at.toISOString()}>
    {showTimeWithSeconds(at)}
  </time>
)

/** Over all columns, though it stands in the first. */
const Head = ({ row }: { row: Exclude<AuditRow, { kind: 'entry' }> }) => (
  <strong className={row.kind === 'day' ? classes.day : classes.verified}>
    {row.kind === 'verified' && <IconShieldCheck size={16} stroke={1.75} aria-hidden />}
    {row.text}
  </strong>
)

/** An act without a person says so. */
const Doer = ({ entry: { person, place } }: { entry: AuditEntry }) => (
  <span className="breaks">
    {person ? <strong>{person}</strong> : <em className="dim">No person named</em>}
    <span className="dim">, {place}</span>
  </span>
)

const signs: Record<AuditGroup, ComponentType<IconProps>> = {
  raised: IconDropletPlus,
  approved: IconCheck,
  rejected: IconX,
  cancelled: IconX,
  linked: IconLink,
  step: IconTruckDelivery,
  status: IconArrowsExchange,
  picture: IconCamera,
  invoice: IconReceiptRupee,
  opened: IconEye,
  download: IconDownload,
  'signed-in': IconLogin2,
  person: IconUser,
  setting: IconSettings,
  stock: IconDroplet,
  bag: IconFridge,
  camp: IconTent,
  'donor-form': IconFileCheck,
  message: IconMessage,
}

function Group({ group }: { group: AuditGroup }) {
  const Sign = signs[group]
  return (
    <span className={`inline gap-6 dim ${classes.group}`}>
      <Sign size={16} stroke={1.75} aria-hidden />
      {auditGroups[group]}
    </span>
  )
}

const What = ({ entry }: { entry: AuditEntry }) => (
  <span className="breaks">
    <bdi>{entry.what}</bdi>
  </span>
)

/** Where one request is looked up. */
const lists = {
  admin: 'status',
  bloodbank: 'history',
  pilot: 'requestStatus',
  plus: 'requestStatus',
} as const

function On({ entry: { on }, member: { product } }: { entry: AuditEntry; member: Member }) {
  if (on === null) return <span className="dim">–</span>
  if (on.kind !== 'request') return <span className="figures">{on.id}</span>
  return (
    <Link to={paths.screen(product, lists[product])} search={{ search: on.id }} className="figures">
      {on.id}
    </Link>
  )
}

export function AuditCard({ row, member }: { row: AuditRow; member: Member }) {
  if (row.kind !== 'entry') return <Head row={row} />
  const { entry } = row
  return (
    <article className={classes.card}>
      <p className="ends gap-12">
        <Doer entry={entry} />
        <span className="dim small">
          <Time at={entry.at} />
        </span>
      </p>
      <p className="small">
        <What entry={entry} />
      </p>
      <p className="ends gap-12 small">
        <Group group={entry.group} />
        {entry.on && <On entry={entry} member={member} />}
      </p>
    </article>
  )
}
