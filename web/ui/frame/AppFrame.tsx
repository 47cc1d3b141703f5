import { IconHelp, IconMenu2, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStoredFlag } from '../use-stored-flag.ts'
import classes from './AppFrame.module.css'
import { FrameMenu, type MenuItem, type MenuLink } from './FrameMenu.tsx'
import { Mark } from './Mark.tsx'

type AppFrameProps = {
  /** The product's name beside the mark. */
  brand: string
  /** The organisation's name. */
  title: string
  /** What stands beside it with a dot: green while the line holds, else hollow. */
  status: string
  isConnected: boolean
  /** The letters of the profile picture. */
  initials: string
  items: readonly MenuItem[]
  footItems?: readonly MenuItem[]
  renderLink: (item: MenuItem, link: MenuLink) => ReactNode
  onSignOut: () => void
  /** Opens the keys and what the screen is for. */
  onHelp: () => void
  /** Beside the picture: what is news. */
  bell?: ReactNode
  children: ReactNode
}

/** Top bar, menu and main place. The menu minimises to icons; below 1000 px a burger opens it. */
export function AppFrame({
  brand,
  title,
  status,
  isConnected,
  initials,
  items,
  footItems = [],
  renderLink,
  onSignOut,
  onHelp,
  bell,
  children,
}: AppFrameProps) {
  const [minimised, setMinimised] = useStoredFlag('crossmatch-menu-minimised')
  const [opened, setOpened] = useState(false)

  useEffect(() => {
    if (!opened) return
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpened(false)
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [opened])

  return (
    <div className={classes.frame} data-minimised={minimised || undefined}>
      <header className={`row ${classes.bar}`}>
        <a className={classes.skip} href="#main">
          Skip to main content
        </a>
        <button
          type="button"
          className={classes.burger}
          aria-label={opened ? 'Close menu' : 'Open menu'}
          aria-expanded={opened}
          aria-controls="menu"
          onClick={() => setOpened(!opened)}
        >
          {opened ? (
            <IconX size={22} stroke={1.6} aria-hidden />
          ) : (
            <IconMenu2 size={22} stroke={1.6} aria-hidden />
          )}
        </button>
        <span className={`row still ${classes.brand}`}>
          <Mark />
          {minimised ? <span className="visually-hidden">{brand}</span> : brand}
        </span>
        <span className={`wrap fill ${classes.organisation}`}>
          <span className={`strong breaks shrinks ${classes.name}`}>{title}</span>
          <span className={classes.status} data-connected={isConnected}>
            {status}
            {!isConnected && <span className="visually-hidden">, not connected</span>}
          </span>
        </span>
        <button
          type="button"
          className={`dim still stack bare ${classes.help}`}
          aria-label="Keys and help"
          aria-haspopup="dialog"
          title="Keys and help"
          onClick={onHelp}
        >
          <IconHelp size={20} stroke={1.6} aria-hidden />
        </button>
        {bell}
        <button
          type="button"
          className={`still stack bare ${classes.picture}`}
          aria-label="Sign out"
          title="Sign out"
          onClick={onSignOut}
        >
          <span data-initials={initials} />
        </button>
      </header>
      {opened && <div className={classes.scrim} aria-hidden="true" onClick={() => setOpened(false)} />}
      <nav id="menu" className={`column ${classes.menu}`} data-opened={opened || undefined} aria-label="Menu">
        <FrameMenu
          items={items}
          footItems={footItems}
          renderLink={renderLink}
          // behind the burger there is room for the titles
          minimised={minimised && !opened}
          onMinimise={setMinimised}
          onFollow={() => setOpened(false)}
        />
      </nav>
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
