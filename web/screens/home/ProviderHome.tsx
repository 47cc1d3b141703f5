import { Link } from '@tanstack/react-router'
import { type OrderSummary, orders } from '#contract/orders.ts'
import { onTheRoad } from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { useLive } from '../../api/queries.ts'
import { LiveNow } from '../../parts/LiveNow.tsx'
import { providerThing } from '../../parts/next-thing.ts'
import { paths } from '../../paths.ts'
import { HomeFrame, type HomeProps } from './HomeFrame.tsx'
import { NextThingBox } from './NextThingBox.tsx'
import classes from './ProviderHome.module.css'
import { SecondFactorReminder } from './SecondFactorReminder.tsx'
import { WorkGroups } from './WorkGroups.tsx'
import { elsewhere, thingsText } from './words.ts'

/** What waits for the provider, as work that can be begun; the screens small below. */
export const ProviderHome = (props: HomeProps) => (
  <HomeFrame
    {...props}
    asked={useLive(orders.summary, {})}
    sumUp={(summary) => <SummedUp summary={summary} />}
    right={<LiveNow />}
    above={(summary, now) => (
      <>
        <SecondFactorReminder />
        {summary && <NextThingBox thing={providerThing(summary, now)} />}
        {summary && <WorkGroups summary={summary} now={now} />}
      </>
    )}
    cardsTitle="Screens"
  />
)

function SummedUp({ summary }: { summary: OrderSummary }) {
  const [riding, pending] = elsewhere(summary)
  return (
    <>
      {thingsText(summary)} {riding && <Filtered statuses={onTheRoad} words={riding} />}
      {riding && pending && ', '}
      {pending && <Filtered statuses={['pending']} words={pending} />}
      {(riding || pending) && '.'}
    </>
  )
}

/** Orders with the filter already set. */
const Filtered = ({ statuses, words }: { statuses: readonly RequestStatus[]; words: string }) => (
  <Link
    to={paths.screen('admin', 'status')}
    search={{ status: statuses.join(',') }}
    className={classes.filtered}
  >
    {words}
  </Link>
)
