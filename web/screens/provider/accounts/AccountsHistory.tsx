import { accounts } from '#contract/organisations.ts'
import { comingsAndGoings } from '#domain/events/events.ts'
import { accountEventText } from '#domain/people/account-showing.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { WaitingLines } from '../../../ui/feedback/WaitingLines.tsx'
import classes from './AccountsHistory.module.css'

/** What was done to it and its accounts, and by whom, newest first; or who came and went. */
export function AccountsHistory({ id, isOfPeople = false }: { id: string; isOfPeople?: boolean }) {
  const { data, error } = useLive(accounts.history, { id })
  if (error && !data) return <p className="dim">The history did not load: {wordsFor(error).text}</p>
  if (!data) return <WaitingLines widths={[62, 38]} />
  const events = data.items.filter(({ kind }) => comingsAndGoings.includes(kind) === isOfPeople)
  if (events.length === 0)
    return (
      <p className="dim">
        {isOfPeople ? 'Nobody has signed in so far.' : 'Nothing was changed here so far.'}
      </p>
    )
  return (
    <ol className={`small stack ${classes.events}`}>
      {events.map((event) => (
        <li key={event.id}>
          <div>
            {accountEventText(event)}
            {event.email && (
              <>
                {': '}
                <bdi>{event.email}</bdi>
              </>
            )}
          </div>
          <div className="dim">
            <Timestamp at={event.at} />, by <bdi>{event.by}</bdi>
          </div>
        </li>
      ))}
    </ol>
  )
}
