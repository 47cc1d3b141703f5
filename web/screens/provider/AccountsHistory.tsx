import { accounts } from '#contract/organisations.ts'
import { accountEventText } from '#domain/people/account-showing.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { Timestamp } from '../../parts/Timestamp.tsx'
import { WaitingLines } from '../../ui/WaitingLines.tsx'
import classes from './AccountsHistory.module.css'

/** What the provider did to it, and who of them, newest first. */
export function AccountsHistory({ id }: { id: string }) {
  const { data, error } = useLive(accounts.history, { id })
  if (error && !data) return <p className={classes.dim}>The history did not load: {wordsFor(error).text}</p>
  if (!data) return <WaitingLines widths={[62, 38]} />
  if (data.items.length === 0) return <p className={classes.dim}>Nothing was changed here so far.</p>
  return (
    <ol className={classes.events}>
      {data.items.map((event) => (
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
          <div className={classes.dim}>
            <Timestamp at={event.at} />, by <bdi>{event.by}</bdi>
          </div>
        </li>
      ))}
    </ol>
  )
}
