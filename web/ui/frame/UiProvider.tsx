import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import { shareStyleNonce, styleNonce } from './nonce.ts'
import { cssVariablesResolver, theme } from './theme.ts'

shareStyleNonce()

/** Around the dashboard only: public pages do without Mantine, to stay light. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  )
}
