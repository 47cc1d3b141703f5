import { bloodInformation } from '#domain/requests/showing.ts'
import classes from './Blood.module.css'

/** Group, code and units; the group in a slot of one width, so that groups and codes line up down a list. */
export function Blood({ request }: { request: Parameters<typeof bloodInformation>[0] }) {
  const { group, component, units } = bloodInformation(request)
  return (
    <span className={classes.blood}>
      <strong className={`strong still ${classes.group}`}>{group}</strong>{' '}
      <span>
        {component}
        <span className="dim">, {units}</span>
      </span>
    </span>
  )
}
