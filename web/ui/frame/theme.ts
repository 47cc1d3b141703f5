import { type CSSVariablesResolver, createTheme, Input, type MantineColorsTuple } from '@mantine/core'

const gray: MantineColorsTuple = [
  '#F8F7F5',
  '#F2F0ED',
  '#E8E5E1',
  '#DBD7D1',
  '#C5C0B9',
  '#A09A92',
  '#6F6962',
  '#57524C',
  '#393530',
  '#1C1A18',
]
const dark: MantineColorsTuple = [
  '#F1EEEB',
  '#CFCAC4',
  '#ABA49C',
  '#7C766F',
  '#3B3734',
  '#2B2826',
  '#1B1918',
  '#121110',
  '#0C0B0B',
  '#060505',
]
const blood: MantineColorsTuple = [
  '#FDF1F0',
  '#FADEDD',
  '#F3B9B8',
  '#EC908F',
  '#E2605F',
  '#D53C41',
  '#C4252F',
  '#AE1420',
  '#930F1A',
  '#6D0B13',
]
const leaf: MantineColorsTuple = [
  '#EBF6EF',
  '#D5ECDD',
  '#AEDABD',
  '#82C69A',
  '#57B079',
  '#33955B',
  '#1F7C47',
  '#156438',
  '#104E2C',
  '#0B3A20',
]
const amber: MantineColorsTuple = [
  '#FEF5E4',
  '#FBE7C2',
  '#F6D08B',
  '#EFB653',
  '#E09B27',
  '#C27F0E',
  '#9C6206',
  '#7A4B04',
  '#5D3903',
  '#422802',
]
const azure: MantineColorsTuple = [
  '#EEF4FE',
  '#DAE7FC',
  '#B3CDF8',
  '#86B0F3',
  '#5A92EC',
  '#3575E2',
  '#1F5CCB',
  '#184AA6',
  '#143B84',
  '#0F2C63',
]

const fieldHeights = {
  toolbar: { '--input-height': '36px', '--input-fz': '0.875rem' },
  form: { '--input-height': '44px', '--input-fz': '1rem' },
}

export const theme = createTheme({
  primaryColor: 'blood',
  primaryShade: { light: 7, dark: 6 },
  black: '#1C1A18',
  colors: { blood, red: blood, gray, dark, green: leaf, yellow: amber, blue: azure },
  fontFamily: 'var(--cm-font)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { md: '1.5714' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  breakpoints: { xs: '30em', sm: '40em', md: '62.5em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: { md: 'var(--cm-shadow-float)', lg: 'var(--cm-shadow-popup)' },
  components: {
    Input: Input.extend({
      vars: (_, { size }) => ({ wrapper: size === 'md' ? fieldHeights.form : fieldHeights.toolbar }),
    }),
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'] } },
    Select: { defaultProps: { size: 'md' } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 120 } } },
    Modal: {
      defaultProps: { shadow: 'lg', transitionProps: { transition: 'fade', duration: 120 } },
    },
    // beside its button, so that it stays inside a landmark; fixed, so that no scrolling menu cuts it off
    Tooltip: {
      defaultProps: {
        openDelay: 200,
        transitionProps: { duration: 120 },
        withinPortal: false,
        floatingStrategy: 'fixed',
      },
    },
  },
})

/** Points Mantine at the tokens, which change with the scheme by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: pointers,
  dark: pointers,
})

const pointers = {
  '--mantine-color-body': 'var(--cm-canvas)',
  '--mantine-color-text': 'var(--cm-ink)',
  '--mantine-color-dimmed': 'var(--cm-dim)',
  '--mantine-color-placeholder': 'var(--cm-faint)',
  '--mantine-color-error': 'var(--cm-error-fg)',
  '--mantine-color-anchor': 'var(--cm-link)',
  '--mantine-color-default': 'var(--cm-raised)',
  '--mantine-color-default-hover': 'var(--cm-hover)',
  '--mantine-color-default-color': 'var(--cm-ink)',
  '--mantine-color-default-border': 'var(--cm-line-2)',
  '--mantine-color-blood-filled': 'var(--cm-red)',
  '--mantine-color-blood-filled-hover': 'var(--cm-red-hover)',
  '--mantine-primary-color-filled': 'var(--cm-red)',
  '--mantine-primary-color-filled-hover': 'var(--cm-red-hover)',
}
