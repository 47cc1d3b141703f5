import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { requests } from '#contract/requests.ts'
import { showClock } from '#domain/basics/time.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { toldLifeOf } from '#domain/driving/telling.ts'
import { RequestId } from '#domain/requests/request.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { isRefusal, wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { Arrival } from '../../../parts/Arrival.tsx'
import { usePackedSlips } from '../../../parts/bags/PackedBags.tsx'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { Timeline } from '../../../parts/life/Timeline.tsx'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { paths } from '../../../paths.ts'
import { NotFound } from '../../../ui/feedback/NotFound.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { buttonClass, PushButton } from '../../../ui/fields/PushButton.tsx'
import { Clock } from '../../../ui/frame/Clock.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import { BankAsks } from '../BankAsks.tsx'
import { HandOverCode } from '../HandOverCode.tsx'
import { OwnSlips } from '../OwnSlips.tsx'
import { useGoBack } from './go-back.ts'
import classes from './LiveDetail.module.css'
import { LiveFacts } from './LiveFacts.tsx'
import { LiveNews } from './LiveNews.tsx'

/** §2.2: what cannot be an id is not asked for. */
export function LiveDetail({ title, typed }: { title: string; typed: string }) {
  const { data: id } = RequestId.safeParse(typed.trim().toLowerCase())
  return id === undefined ? <NotHere /> : <Detail title={title} id={id} />
}

function Detail({ title, id }: { title: string; id: string }) {
  const { product } = useMember()
  const goBack = useGoBack(paths.screen(product, 'liveStatus'))
  const { data: request, error, isRefetchError, refetch } = useLive(requests.show, { id })
  const isChanged = useChangedRows(request && [request], id).has(id)
  // unknown and another hospital's look the same (ruling AMB-69)
  if (isRefusal(error) && error.status === 404) return <NotHere />

  return (
    <>
      <PageHead
        title={`${title} ${id}`}
        line={request ? <About request={request} /> : '\u00a0'}
        right={
          <>
            <LiveNow />
            <Clock every={1000} format={showClock} />
          </>
        }
      />
      {error && (
        <Notice kind="warning" onRetry={refetch}>
          <span>
            {isRefetchError ? 'This page may be out of date' : 'This request did not load'}:{' '}
            {wordsFor(error).text}
          </span>
        </Notice>
      )}
      <Toolbar>
        <PushButton size="sm" icon={<IconArrowLeft size={16} stroke={1.75} aria-hidden />} onClick={goBack}>
          Go Back
        </PushButton>
      </Toolbar>
      {request && <BankAsks request={request} />}
      <LiveNews request={request} isChanged={isChanged} />
      {request && isUnderWay(request) && (
        <section className={classes.code}>
          <h2 className={`heading ${classes.title}`}>Hand-over code</h2>
          <HandOverCode request={request} />
        </section>
      )}
      <div className={classes.columns}>
        <section>
          <h2 className={`heading ${classes.title}`}>Details</h2>
          <LiveFacts request={request} isLoading={!request && !error} />
          {request && <Bags id={id} isLinked={request.bankId !== null} />}
        </section>
        {request && (
          <section className={classes.life}>
            <h2 className={`heading ${classes.title}`}>Timeline</h2>
            <Timeline steps={toldLifeOf(request)} />
          </section>
        )}
      </div>
    </>
  )
}

/** What left for it with a slip, as long as it has any. */
function Bags({ id, isLinked }: { id: string; isLinked: boolean }) {
  const slips = usePackedSlips(id, isLinked) ?? []
  if (slips.length === 0) return null
  return (
    <div className={classes.bags}>
      <h2 className={`heading ${classes.title}`}>Bags</h2>
      <OwnSlips {...{ id, slips }} />
    </div>
  )
}

function About({ request }: { request: Parameters<typeof bloodInformation>[0] & { patientName: string } }) {
  const { group, component, units } = bloodInformation(request)
  return (
    <span className={`breaks ${classes.about}`}>
      <strong>{group}</strong> {component}, {units} for{' '}
      <strong>
        <bdi>{request.patientName}</bdi>
      </strong>
    </span>
  )
}

/** Rulings AMB-69, 201. Arriving again, since the heading that had the focus may have gone. */
const NotHere = () => (
  <Arrival path="">
    <NotFound
      action={
        <Link to={paths.dashboard} className={buttonClass({})}>
          Go Back To Dashboard
        </Link>
      }
    />
  </Arrival>
)
