import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core'

const egg: MantineColorsTuple = [
  '#E6F7F9',
  '#CEEFF3',
  '#ABE3EA',
  '#80D4DE',
  '#53BCCA',
  '#27A0B1',
  '#128394',
  '#0B6A7C',
  '#095363',
  '#093C49',
]
const gray: MantineColorsTuple = [
  '#FBFAF8',
  '#F4F3F0',
  '#EFEEE9',
  '#E4E3DD',
  '#D1CFC9',
  '#8B8981',
  '#656760',
  '#464C47',
  '#2A312F',
  '#18201F',
]
const dark: MantineColorsTuple = [
  '#EEEDE8',
  '#C0C2BC',
  '#9EA5A2',
  '#737D7D',
  '#3B4343',
  '#2B3132',
  '#242A2B',
  '#1A1F20',
  '#141A1A',
  '#101516',
]

/** The theme of Mantine components, which are loaded with the dialogs and never with the first visit. */
export const theme = createTheme({
  primaryColor: 'egg',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { egg, gray, dark },
  black: '#18201F',
  white: '#FFFFFF',
  fontFamily: 'var(--nm-font)',
  fontFamilyMonospace: 'var(--nm-mono)',
  headings: {
    fontFamily: 'var(--nm-serif)',
    fontWeight: '500',
    sizes: {
      h1: { fontSize: rem(29), lineHeight: '36px' },
      h2: { fontSize: rem(20), lineHeight: '26px' },
      h3: { fontSize: rem(18), lineHeight: '25px' },
    },
  },
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(18) },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: 'md',
  breakpoints: { xs: '24.375em', sm: '40em', md: '51.25em', lg: '75em', xl: '90em' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    TagsInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    Checkbox: { defaultProps: { radius: 'sm', size: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'xs', tt: 'none', fw: 540 } },
    Modal: {
      defaultProps: {
        radius: 'xl',
        padding: 'xl',
        yOffset: 96,
        transitionProps: { transition: 'pop', duration: 180 },
      },
    },
  },
})

const inputs = { '--input-bd': 'var(--line3)', '--input-bd-focus': 'var(--accent-text)' }

/** Maps Mantine's CSS variables to the tokens. */
export const variablesResolver: CSSVariablesResolver = () => ({
  variables: inputs,
  light: {
    '--mantine-color-body': '#EFEEE9',
    '--mantine-color-text': '#18201F',
    '--mantine-color-dimmed': '#656760',
    '--mantine-color-default-border': '#D1CFC9',
    '--mantine-color-placeholder': '#656760',
    '--mantine-color-error': '#B32E2F',
    '--mantine-color-anchor': '#0B6A7C',
  },
  dark: {
    '--mantine-color-body': '#101516',
    '--mantine-color-text': '#EEEDE8',
    '--mantine-color-dimmed': '#9EA5A2',
    '--mantine-color-default-border': '#3B4343',
    '--mantine-color-placeholder': '#9EA5A2',
    '--mantine-color-error': '#FB9890',
    '--mantine-color-anchor': '#80D4DE',
  },
})
