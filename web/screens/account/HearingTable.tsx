import { IconLock } from '@tabler/icons-react'
import { Fragment, useId } from 'react'
import type { Hearing } from '#contract/hearing.ts'
import { say } from '#domain/basics/refusal.ts'
import { type HearingGroup, hearingGroups, type Way } from '#domain/messages/hearing.ts'
import { type MessageKindId, messageKinds } from '#domain/messages/kinds.ts'
import { lastWayWords } from '#domain/messages/last-way.ts'
import classes from './HearingTable.module.css'
import { type Column, isOn, kindsIn, type Lock, type Tick, type Whose } from './hearing-ticks.ts'

type HearingTableProps = {
  label: string
  of: Whose
  columns: readonly Column[]
  hearing: Hearing
  isLocked: (kind: MessageKindId, way: Way) => Lock
  busy: string | null
  onTick: (tick: Tick) => void
}

const groups = Object.keys(hearingGroups) as HearingGroup[]
const always = 'Always sent.'

export function HearingTable({ label, of, columns, hearing, isLocked, busy, onTick }: HearingTableProps) {
  const lastId = useId()
  const alwaysId = useId()
  const inGroups = groups.map((group) => [group, kindsIn(group, hearing).filter(hasWay)] as const)
  const locks = inGroups.flatMap(([, kinds]) =>
    kinds.flatMap((kind) => columns.map(({ way }) => isLocked(kind, way))),
  )
  return (
    <>
      <table className={classes.table} aria-label={label} data-of={of}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.unseen}>Kind</span>
            </th>
            {columns.map(({ way, name, about }) => (
              <th key={way} scope="col" className={classes.way}>
                {name}
                <span className={`muted breaks block ${classes.about}`}>{about}</span>
              </th>
            ))}
          </tr>
        </thead>
        {inGroups.map(([group, kinds]) =>
          kinds.length === 0 ? null : (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={columns.length + 1} className={classes.group}>
                  {hearingGroups[group]}
                  {group === 'safety' && of === 'me' && (
                    <span className={`muted ${classes.beside}`}>quiet hours do not hold these back</span>
                  )}
                </th>
              </tr>
              {kinds.map((kind) => (
                <tr key={kind}>
                  <th scope="row" className={classes.kind}>
                    {messageKinds[kind].name}
                  </th>
                  {columns.map(({ way, name }) => (
                    <td key={way} className={classes.way}>
                      {box(kind, way, name)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ),
        )}
      </table>
      {locks.includes('last') && (
        <p id={lastId} className={`row gap-8 muted ${classes.lock}`}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {say(lastWayWords, { code: 'last-way', values: { place: hearing.place } }).text}
        </p>
      )}
      {locks.includes('always') && (
        <p id={alwaysId} className={`row gap-8 muted ${classes.lock}`}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {always}
        </p>
      )}
    </>
  )

  function hasWay(kind: MessageKindId): boolean {
    return columns.some(({ way }) => isOn(hearing, of, kind, way) !== null)
  }

  function box(kind: MessageKindId, way: Way, name: string) {
    const checked = isOn(hearing, of, kind, way)
    if (checked === null) return <Fragment>–</Fragment>
    const lock = isLocked(kind, way)
    const has = of === 'desk' || way !== 'sms' || hearing.phone !== '' || checked
    return (
      <label className={classes.tick} data-locked={lock !== null || undefined}>
        <input
          type="checkbox"
          className="still stack"
          aria-label={`${messageKinds[kind].name}, ${name}`}
          aria-describedby={lock === 'last' ? lastId : lock === 'always' ? alwaysId : undefined}
          aria-disabled={lock !== null || undefined}
          disabled={!has}
          title={has ? undefined : 'Save your number first'}
          checked={checked}
          aria-busy={busy === `${of} ${kind} ${way}` || undefined}
          onChange={() => lock === null && onTick({ kind, way, isOn: !checked })}
        />
        {lock !== null && <IconLock size={14} stroke={2} aria-hidden />}
      </label>
    )
  }
}
