import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { nextSteps } from '#domain/driving/steps.ts'
import { judge } from '#domain/driving/temperature.ts'
import { aService } from '../../testing/harness/service.ts'

test('AMB-32 AMB-187 the driver of the demonstration has a sample to fetch, blood on the road, and an order half delivered', async () => {
  const service = await aService({ demo: true, settings: { ROLE: 'web' } })
  const { items, bands } = await service.as('arun.driver').done(driving.list, {})
  const nextOf = (status: string) =>
    items
      .filter((one) => one.status === status)
      .map(({ deliveries }) =>
        nextSteps(deliveries.map(({ seq, steps }) => ({ seq, done: steps.map(({ step }) => step) }))),
      )
  expect(nextOf('bloodbank-approved')).toContainEqual(['sample acquired'])
  expect(nextOf('issued')).toContainEqual(['delivered'])
  expect(nextOf('partially-completed')).toContainEqual(['issued', 'sample acquired'])
  const provider = service.as('bloodsupport')
  for (const { id, status, component } of items) {
    const { deliveries, timeline, deliveryTemperature } = await provider.done(orders.show, { id })
    const steps = deliveries.flatMap((one) => one.steps)
    if (['issued', 'partially-completed'].includes(status)) expect(steps.length).toBeGreaterThanOrEqual(3)
    expect(timeline.filter(({ step }) => step)).toHaveLength(steps.length)
    const measured = steps.filter(({ temperature }) => temperature !== null)
    expect(deliveryTemperature).toBe(measured.at(-1)?.temperature ?? null)
    const band = bands.find((one) => one.component === component)
    for (const { temperature, verdict } of measured) {
      expect(band && judge(temperature ?? 0, band)).toBe(verdict)
    }
  }
})
