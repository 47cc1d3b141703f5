import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const ofColours = ['color-contrast', 'link-in-text-block']

type Asked = {
  /** Only the rules that a change of colours can break. */
  isOnlyColours?: boolean
  /** Only what these selectors find. */
  inside?: readonly string[]
}

/** Every rule of accessibility that the page breaks, and where. */
export async function violationsOf(page: Page, { isOnlyColours, inside = [] }: Asked = {}) {
  await page.evaluate(untilStill)
  // it is half a megabyte, and stays in the page until that is left
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: '0' } : {}) })
  builder.options({
    // what is good need not be described, which takes as long as looking for what is not
    resultTypes: ['violations'],
    ...(isOnlyColours ? { runOnly: { type: 'rule', values: ofColours } } : {}),
  })
  for (const selector of inside) builder.include(selector)
  const { violations } = await builder.setLegacyMode(true).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(whereOf).join('\n  ')}`)
}

/** What is fading in has not its colours yet; what turns for ever is not waited for. */
async function untilStill(): Promise<void> {
  const running = document
    .getAnimations()
    .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(running.map((one) => one.finished.catch(() => undefined)))
}

const whereOf = (node: { target: unknown[]; failureSummary?: string }): string =>
  `${node.target.join(' ')} (${node.failureSummary?.split('\n').at(-1)?.trim()})`
