import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tooltip } from '../feedback/Tooltip.tsx'
import classes from './FrameMenu.module.css'
import { chooseScheme, useIsDark } from './scheme.ts'

export type MenuItem = {
  key: string
  title: string
  /** 18 px, stroke 1.6. */
  icon: ReactNode
  href: string
  /** How many wait there. */
  count?: number
  active: boolean
}

export type MenuLink = {
  className: string
  'aria-label'?: string
  'aria-current'?: 'page'
  onClick: () => void
  children: ReactNode
}

type FrameMenuProps = {
  items: readonly MenuItem[]
  /** At the foot, beside the theme. */
  footItems: readonly MenuItem[]
  renderLink: (item: MenuItem, link: MenuLink) => ReactNode
  minimised: boolean
  onMinimise: (minimised: boolean) => void
  onFollow: () => void
}

const look = { size: 18, stroke: 1.6, 'aria-hidden': true }

export function FrameMenu(props: FrameMenuProps) {
  const { items, footItems, renderLink, minimised, onMinimise, onFollow } = props
  const isDark = useIsDark()
  const themeTitle = isDark ? 'Light theme' : 'Dark theme'
  const widthTitle = minimised ? 'Restore menu' : 'Minimise menu'

  const linkTo = (item: MenuItem) => (
    <Hint key={item.key} title={item.title} minimised={minimised}>
      {renderLink(item, {
        className: `dim row ${classes.item}`,
        'aria-label': minimised ? spoken(item) : undefined,
        'aria-current': item.active ? 'page' : undefined,
        onClick: onFollow,
        children: (
          <>
            <span className={classes.icon}>{item.icon}</span>
            {!minimised && <span className="fill">{item.title}</span>}
            {item.count ? <span className={`ink figures ${classes.count}`}>{item.count}</span> : null}
          </>
        ),
      })}
    </Hint>
  )

  return (
    <div className={`ends ${classes.menu}`} data-minimised={minimised || undefined}>
      <ul className={`column ${classes.items}`}>{items.map(linkTo)}</ul>
      <ul className={`column ${classes.foot}`}>
        {footItems.map(linkTo)}
        <Hint title={themeTitle} minimised={minimised}>
          <button
            type="button"
            className={`dim row ${classes.item}`}
            aria-label={minimised ? themeTitle : undefined}
            onClick={() => chooseScheme(isDark ? 'light' : 'dark')}
          >
            <span className={classes.icon}>{isDark ? <IconSun {...look} /> : <IconMoon {...look} />}</span>
            {!minimised && themeTitle}
          </button>
        </Hint>
        <Hint title={widthTitle} minimised={minimised} className={classes.minimise}>
          <button
            type="button"
            className={`dim row ${classes.item}`}
            aria-label={minimised ? widthTitle : undefined}
            onClick={() => onMinimise(!minimised)}
          >
            <span className={classes.icon}>
              {minimised ? (
                <IconLayoutSidebarLeftExpand {...look} />
              ) : (
                <IconLayoutSidebarLeftCollapse {...look} />
              )}
            </span>
            {!minimised && widthTitle}
          </button>
        </Hint>
      </ul>
    </div>
  )
}

type HintProps = { title: string; minimised: boolean; className?: string; children: ReactNode }

/** Where the titles are hidden, pointer and focus show them. */
function Hint({ title, minimised, className, children }: HintProps) {
  return (
    <li className={className}>
      <Tooltip label={minimised ? title : null} side="right" className="block">
        {children}
      </Tooltip>
    </li>
  )
}

const spoken = ({ title, count }: MenuItem): string => (count ? `${title}, ${count}` : title)
