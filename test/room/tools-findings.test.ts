import { expect, it } from 'vitest'
import { executeTool } from '../../src/room/tools/registry.ts'
import { contextOf, memorySnapshot, sampleContents } from './tools-context.ts'

const contents = sampleContents()
const snapshot = memorySnapshot(contents)
const cards = snapshot.files.filter(file => file.class === 'compendium').map(file => file.path)
const scenes = snapshot.files.filter(file => file.class === 'scene').map(file => file.path)

interface Finding {
  status: string
  severity: string
  entity: string
  attribute: string
  confidence: number
  scene: { value: string }
  canon: { value: string }
}

it('the findings in the sample of every scene against every card are these, none missing and none more', async () => {
  const found: string[] = []
  for (const scene of scenes) {
    const run = await executeTool('canon_checker', { scene_path: scene, canon_paths: cards }, contextOf(snapshot))
    const { findings }: { findings: Finding[] } = JSON.parse(run.text)
    for (const { status, severity, entity, attribute, scene: here, canon } of findings)
      found.push([scene.slice(13, 19), entity, attribute, here.value, canon.value, status, severity].join(' | '))
  }
  expect(found).toEqual([
    'SCN-01 | The Bell House | count:steps | 98 | 112 | contradiction | soft',
    'SCN-02 | Fog Law | interval | 6 minutes | 4 minutes | contradiction | hard',
    'SCN-02 | Tobin Ash | eye_color | brown | brown | match | soft',
    'SCN-03 | The Long Fog | date | spring 1902 | autumn 1902 | contradiction | soft',
    'SCN-04 | Ines Varga | eye_color | green | gray | contradiction | hard',
    'SCN-05 | The Low Bell | material | iron | bronze | contradiction | soft',
    'SCN-05 | Tobin Ash | kin:Ines Varga | sister | cousin | contradiction | soft',
    'SCN-05 | Merrin | name | Marrin | Merrin | name_variant | soft',
    'SCN-06 | Ines Varga | handedness | right | left | contradiction | hard',
  ])
})

it('the findings in the sample of scenes and cards together are the same seven contradictions and one name', async () => {
  const counts = { contradiction: 0, name_variant: 0, uncertain: 0, terminology: 0 }
  for (const scene of scenes) {
    const run = await executeTool('consistency_checker', { file_paths: [scene, ...cards] }, contextOf(snapshot))
    const output: { counts: typeof counts } = JSON.parse(run.text)
    for (const key of ['contradiction', 'name_variant', 'uncertain', 'terminology'] as const)
      counts[key] += output.counts[key]
  }
  expect(counts).toEqual({ contradiction: 7, name_variant: 1, uncertain: 0, terminology: 0 })
})

it('the findings in the sample of the outline are four', async () => {
  const run = await executeTool('outline_analyzer', {}, contextOf(snapshot))
  const output: { problems: { code: string; severity: string; entries: number[] }[] } = JSON.parse(run.text)
  expect(output.problems.map(({ code, severity, entries }) => [entries[0], code, severity])).toEqual([
    [3, 'pov_conflict', 'high'],
    [5, 'missing_summary', 'high'],
    [7, 'entry_without_scene', 'high'],
    [4, 'missing_pov', 'medium'],
  ])
})

it('the findings in the sample are found through the suggestions of the first call too', async () => {
  const scene = 'Story/Scenes/SCN-04-the-causeway.md'
  const first = await executeTool('canon_checker', { scene_path: scene }, contextOf(snapshot))
  const { phase, suggested_canon_paths: paths } = JSON.parse(first.text)
  expect(phase).toBe('discovery')
  const second = await executeTool('canon_checker', { scene_path: scene, canon_paths: paths }, contextOf(snapshot))
  expect(JSON.parse(second.text).counts.contradiction).toBe(1)
  expect(second.spans[0]).toEqual({
    path: scene,
    start_line: 17,
    end_line: 17,
    quote: 'Ines pushed the hair out of her green eyes and walked faster.',
    note: 'Ines Varga: eye_color is green here, gray in canon',
    weight: 100,
    class: 'scene',
  })
})
