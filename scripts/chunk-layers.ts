/**
 * Which chunks the dashboard is built into. Left alone, the bundler cuts one for each set of screens that share
 * something: sixty to ninety for one screen, each a round trip. So there are layers, each of which imports only from
 * those before it: what every page begins with (the sign-in page needs nothing else), the way to all others, what the pages before sign-in have beside that, the frame of the
 * dashboard, and what several of its screens share.
 */
import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

const publicScreens = ['SignUpScreen', 'ResetScreen'].map((name) => `web/screens/public/${name}.tsx`)
const layers = [
  { name: 'first', from: ['web/main.tsx'] },
  { name: 'app', from: ['web/App.tsx'] },
  { name: 'light', from: publicScreens },
  { name: 'frame', from: ['web/Dashboard.tsx'] },
]

export function chunkLayers(): Rolldown.CodeSplittingOptions {
  const reached = new Map<string, string>()
  const layerOf = (id: string, graph: Rolldown.ChunkingContext): string | null => {
    if (reached.size === 0) for (const { name, from } of layers) reach(from, name, reached, graph)
    return reached.get(id) ?? null
  }
  return {
    groups: [
      { name: layerOf, debugName: 'layers' },
      { name: 'kit', minShareCount: 2 },
    ],
    // a group that took along what its modules import would undo the layers
    includeDependenciesRecursively: false,
  }
}

function reach(
  from: string[],
  name: string,
  reached: Map<string, string>,
  graph: Rolldown.ChunkingContext,
): void {
  const waiting = from.map((file) => resolve(file))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.set(id, name)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
}
