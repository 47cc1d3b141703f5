import { IconAlertTriangle, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ComponentCode, componentName } from '#domain/basics/blood.ts'
import { readRupees, showRupees } from '#domain/basics/money.ts'
import { priceCeilings } from '#domain/billing/pricing.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import classes from './PriceField.module.css'
import type { PriceForm } from './use-price-form.ts'

/** One price in rupees, with what the ceiling is and what somebody else made of it meanwhile. */
export function PriceField({ form, name }: { form: PriceForm; name: string }) {
  const { sheet } = form
  if (!sheet) return null
  const value = sheet.value(name)
  const component = form.kind === 'bloodbank' ? ComponentCode.safeParse(name).data : undefined
  const news = sheet.news(name)
  return (
    <TextField
      {...form.fieldOf(name)}
      label={name}
      help={component && componentName(component)}
      type="number"
      inputMode="decimal"
      min={0}
      step="0.01"
      right="₹"
      autoComplete="off"
      value={value}
      onChange={(event) => form.type(name, event.currentTarget.value)}
      note={
        <span className={classes.notes} aria-live="polite">
          {news !== null && (
            <Line kind="news">
              {sheet.isTyped(name)
                ? `Somebody set this to ${showRupees(news)} meanwhile. Yours is not saved yet.`
                : `Somebody set this to ${showRupees(news)} just now.`}
            </Line>
          )}
          {component && <Ceiling component={component} typed={value} />}
        </span>
      }
    />
  )
}

/** A hint: it never stands in the way. */
function Ceiling({ component, typed }: { component: ComponentCode; typed: string }) {
  const { government, others } = priceCeilings[component]
  if ((readRupees(typed) ?? 0) > others)
    return <Line kind="above">Above the NBTC ceiling of {showRupees(others)}. It can be saved.</Line>
  return (
    <Line kind="hint">
      NBTC ceiling {showRupees(others)}
      {government !== null && `, for government centres ${showRupees(government)}`}
    </Line>
  )
}

const signs = { news: IconRefresh, above: IconAlertTriangle, hint: IconInfoCircle }

function Line({ kind, children }: { kind: keyof typeof signs; children: ReactNode }) {
  const Sign = signs[kind]
  return (
    <span className={classes.line} data-kind={kind}>
      <Sign size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
