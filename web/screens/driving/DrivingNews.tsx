import { IconAlertTriangle } from '@tabler/icons-react'
import { fillIn } from '#domain/basics/fill-in.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './DrivingNews.module.css'
import { closeNews, type PhoneState } from './phone/phone.ts'
import { useSaid } from './use-words.ts'

/** What became of an order while the driver was away from it: told until it was read. */
export function DrivingNews({ state }: { state: PhoneState }) {
  const { words } = useSaid()
  return state.news.map((one) => {
    const { title, text } = words.news[one.kind]
    return (
      <section key={one.id} role="alert" className={`warning gap-12 ${classes.news}`}>
        <IconAlertTriangle size={24} stroke={1.75} aria-hidden />
        <div className={`fill stack gap-8 ${classes.text}`}>
          <h2>{fillIn(title, { id: one.orderId })}</h2>
          <p>{one.hasStopped ? words.news.warm : text}</p>
          {one.steps.length > 0 && (
            <p>
              {fillIn(words.news.kept, { steps: one.steps.map((step) => words.steps[step].name).join(', ') })}
            </p>
          )}
          <PushButton onClick={() => void closeNews(one)}>{words.news.seen}</PushButton>
        </div>
      </section>
    )
  })
}
