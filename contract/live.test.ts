import { expect, test } from 'vitest'
import { eventKinds, events } from '#domain/events/events.ts'
import { contract } from './contract.ts'
import { type Route, topicOf } from './route.ts'

test('every topic that an event wakes is one that a route answers about', () => {
  const routes = Object.values(contract).flatMap((table) => Object.values<Route>(table))
  const asked = new Set(routes.flatMap((row) => [topicOf(row), ...(row.also ?? [])]))
  const woken = new Set(eventKinds.flatMap((kind) => events[kind].live ?? []))
  expect([...woken].filter((topic) => !asked.has(topic))).toEqual([])
})
