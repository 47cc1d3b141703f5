import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../fields/PushButton.tsx'
import classes from './HomeCard.module.css'

/** What a link needs, whatever router makes it. */
export type LinkLook = { className: string; 'aria-label'?: string; children: ReactNode }

type HomeCardProps = {
  icon: ReactNode
  title: string
  renderLink: (look: LinkLook) => ReactNode
  /** The live number and its noun; undefined while it is not known. Leave out where nothing is counted. */
  count?: { value: number | string; noun: string } | undefined
  counted?: boolean
  /** One dim line instead of, or under, the count. */
  line?: ReactNode
  /** At most three `CardRow`s. */
  children?: ReactNode
  /** The one card whose action is red, with its icon. */
  primary?: { label: string; icon?: ReactNode }
  wide?: boolean
}

export function HomeCard({
  icon,
  title,
  renderLink,
  count,
  counted,
  line,
  children,
  primary,
  wide,
}: HomeCardProps) {
  return (
    <section
      className={`column shrinks box ${classes.card}`}
      data-wide={wide || undefined}
      aria-label={title}
    >
      <div className={`row ${classes.head}`}>
        <span className={classes.icon}>{icon}</span>
        <h2 className={`strong fill ${classes.title}`}>{title}</h2>
        {!primary && renderLink({ className: buttonClass({ size: 'xs' }), ...openLook(title) })}
      </div>
      {(counted || count) && <Count count={count} />}
      {line && <p className={classes.line}>{line}</p>}
      {children && <div>{children}</div>}
      {primary && (
        <div className={classes.primary}>
          {renderLink({
            className: `${buttonClass({ kind: 'primary', wide: true })} ${classes.button}`,
            children: (
              <>
                {primary.icon}
                {primary.label}
              </>
            ),
          })}
        </div>
      )}
    </section>
  )
}

/** The quiet tools below what waits. */
export const SmallCards = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className={`muted medium ${classes.smallTitle}`}>{title}</h2>
    <div className={`stack gap-8 ${classes.grid}`} data-columns={4}>
      {children}
    </div>
  </section>
)

export const SmallCard = ({
  icon,
  title,
  renderLink,
}: Pick<HomeCardProps, 'icon' | 'title' | 'renderLink'>) => (
  <section className={`box row ${classes.small}`} aria-label={title}>
    <span className={classes.icon}>{icon}</span>
    <h3 className="small medium fill">{title}</h3>
    {renderLink({ className: `small ${classes.smallOpen}`, ...openLook(title) })}
  </section>
)

/** Three columns or four, two below 1200 px, one below 700. */
export const CardGrid = ({ columns = 3, children }: { columns?: 3 | 4 | undefined; children: ReactNode }) => (
  <div className={`stack gap-16 ${classes.grid}`} data-columns={columns}>
    {children}
  </div>
)

export function CardRow({ children, right }: { children: ReactNode; right?: ReactNode }) {
  return (
    <div className={`small row gap-12 ${classes.row}`}>
      <div className={`dim wrap fill ${classes.left}`}>{children}</div>
      {right && <div className={`figures still ${classes.right}`}>{right}</div>}
    </div>
  )
}

function Count({ count }: { count: HomeCardProps['count'] }) {
  if (!count) {
    return (
      <p className={`wrap ${classes.count}`} aria-busy="true">
        <span className={classes.skeleton} />
        <span className="visually-hidden">Loading</span>
      </p>
    )
  }
  return (
    <p className={`wrap ${classes.count}`}>
      <strong>{count.value}</strong> <span>{count.noun}</span>
    </p>
  )
}

const openLook = (title: string) => ({
  'aria-label': `Open ${title}`,
  children: (
    <span className={`inline gap-6 ${classes.open}`}>
      Open
      <IconChevronRight size={14} stroke={2} aria-hidden />
    </span>
  ),
})
