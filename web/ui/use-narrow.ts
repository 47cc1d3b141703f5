import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is narrower than so many px, from the first paint on. */
export const useNarrow = (px: number): boolean =>
  useMediaQuery(`(max-width: ${px - 0.02}px)`, undefined, { getInitialValueInEffect: false }) ?? false
