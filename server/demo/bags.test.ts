import { describe, expect, test } from 'vitest'
import { bagKey } from '#domain/bags/bag.ts'
import { standOf } from '#domain/bags/donation-tests.ts'
import { whyNotTakeIn } from '#domain/bags/intake.ts'
import { usualLives } from '#domain/bags/lives.ts'
import { shelfCells } from '#domain/bags/shelf.ts'
import { dayOf } from '#domain/basics/time.ts'
import { demoDonations } from './bags.ts'

describe.each(['10:42', '03:05', '23:55'])('AMB-219 the shelf of the demonstration, filled at %s', (time) => {
  const now = new Date(`2026-11-15T${time}:00+05:30`)
  const made = demoDonations(now)
  const bags = made.flatMap((one) => one.bags)

  test('every bag could have been taken in, and none is there twice', () => {
    const known = { lives: usualLives, twin: null, otherBank: null }
    const wrong = bags.map((bag) => whyNotTakeIn(bag, [], known, bag.takenAt)).filter(Boolean)
    expect(wrong).toEqual([])
    expect(new Set(bags.map(bagKey)).size).toBe(bags.length)
    expect(bags.every(({ takenAt, expiresAt }) => takenAt < now && expiresAt > now)).toBe(true)
  })

  test('what is free is clear, what waits is not, and a reactive donation is discarded', () => {
    const stands = { available: 'clear', quarantine: 'waiting', discarded: 'reactive' }
    for (const { bags: own, results } of made)
      for (const { state } of own) expect(stands).toHaveProperty(state, standOf(results).kind)
    expect(bags.filter(({ state }) => state === 'discarded')).toHaveLength(3)
    expect(bags.filter(({ state }) => state === 'quarantine')).toHaveLength(18)
  })

  test('two end today, and every component lies there', () => {
    expect(bags.filter(({ expiresAt }) => dayOf(expiresAt) === dayOf(now))).toHaveLength(2)
    expect(new Set(shelfCells(bags, now).map(({ component }) => component)).size).toBe(6)
    expect(bags.length).toBeGreaterThan(300)
  })
})
