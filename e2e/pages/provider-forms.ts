import { expect, type Locator, type Page } from '@playwright/test'

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
  await expect(field(page, label)).toHaveValue(option)
}

/** Down the list as a person goes: no key before the one before it shows. */
export async function chooseByKeys(page: Page, label: string, option: string): Promise<void> {
  const focused = field(page, label)
  await expect(focused).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('aria-expanded', 'true')
  let marked = await markedIn(focused, null, 6)
  // the phone of a driver stands behind the name
  while (marked.text !== option && !marked.text.startsWith(`${option} `)) {
    const { id } = marked
    await page.keyboard.press('ArrowDown')
    marked = await markedIn(focused, id)
    expect(marked.id, `the next option, looking for ${option}`).not.toBe(id)
  }
  await page.keyboard.press('Enter')
  await expect(focused).toHaveValue(option)
}

/** The option that the keys have reached, once it is another one and stays. */
const markedIn = (input: Locator, before: string | null, frames = 300) =>
  input.evaluate(
    async (element, { before, frames }) => {
      const reached = () => element.getAttribute('aria-activedescendant')
      const painted = () => new Promise((next) => requestAnimationFrame(next))
      for (let frame = 0; frame < frames && reached() === before; frame++) await painted()
      await painted()
      await painted()
      return { id: reached(), text: document.getElementById(reached() ?? '')?.textContent ?? '' }
    },
    { before, frames },
  )

/** From field to field until this one has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let n = 0; n < 200; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

export const submit = (page: Page) => page.getByRole('button', { name: 'SUBMIT DETAILS' }).click()
