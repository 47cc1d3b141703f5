import { useTitle } from '../../parts/use-title.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useStore } from '../../ui/store.ts'
import { useAddress } from './address.ts'
import classes from './DrivingFrame.module.css'
import { DrivingFrame } from './DrivingFrame.tsx'
import { DrivingNews } from './DrivingNews.tsx'
import { DrivingSignIn } from './DrivingSignIn.tsx'
import { OrderList } from './OrderList.tsx'
import { OrderPage } from './OrderPage.tsx'
import { phone } from './phone/phone.ts'
import { type Said, SpeechHere, useSpeech } from './use-words.ts'
import { WaitingBar } from './WaitingBar.tsx'

export function DrivingScreen({ firstWords }: { firstWords: Said }) {
  const speech = useSpeech(firstWords)
  return (
    <SpeechHere value={speech}>
      <Inside title={speech.words.frame.orders} loading={speech.words.list.loading} />
    </SpeechHere>
  )
}

function Inside({ title, loading }: { title: string; loading: string }) {
  const state = useStore(phone)
  const { orderId, linkTo } = useAddress()
  useTitle(orderId ?? title)
  if (state.phase === 'opening' && state.isReached === null) {
    return (
      <p className={`dim row gap-12 ${classes.opening}`} role="status">
        <Spinner size={24} />
        {loading}
      </p>
    )
  }
  if (state.phase !== 'open' || !state.account) return <DrivingSignIn state={state} />
  return (
    <DrivingFrame state={state} account={state.account} orderId={orderId} linkTo={linkTo}>
      <WaitingBar state={state} orderId={orderId} linkTo={linkTo} />
      <DrivingNews state={state} />
      {orderId === null ? (
        <OrderList state={state} linkTo={linkTo} />
      ) : (
        <OrderPage key={orderId} state={state} orderId={orderId} linkTo={linkTo} />
      )}
    </DrivingFrame>
  )
}
