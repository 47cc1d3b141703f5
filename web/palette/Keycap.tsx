import classes from './Keycap.module.css'

/** A key as it stands on the keyboard. */
export const Keycap = ({ children }: { children: string }) => <kbd className={classes.key}>{children}</kbd>

/** What opens the palette on this machine. */
export const withK: [string, string] = /mac|iphone|ipad/i.test(navigator.userAgent)
  ? ['⌘', 'K']
  : ['Ctrl', 'K']
