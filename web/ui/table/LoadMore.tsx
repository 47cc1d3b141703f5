import { PushButton } from '../fields/PushButton.tsx'
import classes from './LoadMore.module.css'

export function LoadMore({ loading, onClick }: { loading: boolean; onClick: () => void }) {
  return (
    <div className={classes.more}>
      <PushButton size="sm" className={`wide-on-phone ${classes.button}`} loading={loading} onClick={onClick}>
        Load More +
      </PushButton>
    </div>
  )
}
