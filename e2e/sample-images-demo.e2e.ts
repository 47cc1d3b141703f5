import { expect, test } from './fixtures.ts'

test.use({ demo: true })

test('IMAGES-10 the demonstration has pictures of a completed order to look at', async ({ signedIn, db }) => {
  const [one] = await db.selectFrom('pictures').select('requestId').where('state', '=', 'Completed').execute()
  const id = one?.requestId ?? ''
  const page = await signedIn('bloodsupport', `/dashboard/admin/orderImages?request=${id}`)
  const shown = page.getByRole('list', { name: `Pictures of ${id}` }).getByRole('listitem')
  await expect(shown).toHaveCount(7)
  for (const picture of await shown.locator('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  }
})
