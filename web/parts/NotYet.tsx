import { wordsFor } from '../api/client.ts'
import { PushButton } from '../ui/fields/PushButton.tsx'
import { TableLoading } from '../ui/table/DataTableStates.tsx'
import classes from './NotYet.module.css'

type NotYetProps = {
  asked: { error: Error | null; refetch: () => unknown }
  /** About as high as what will stand there, so that nothing jumps. */
  height: number
}

/** In place of one thing that is loading, or failed to load. */
export function NotYet({ asked: { error, refetch }, height }: NotYetProps) {
  const place = { className: `dim stack gap-12 ${classes.waiting}`, style: { minHeight: height } }
  if (!error) {
    return (
      <div key="waiting" {...place}>
        <TableLoading />
      </div>
    )
  }
  return (
    // another element: screen readers announce an alert that is inserted, not an element that becomes one
    <div key="failed" {...place} role="alert">
      <p>{wordsFor(error).text}</p>
      <PushButton size="xs" onClick={() => void refetch()}>
        Try again
      </PushButton>
    </div>
  )
}
