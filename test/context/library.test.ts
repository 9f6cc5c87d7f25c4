import { chmod, mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aliases } from '../../src/context/library/key.ts'
import { onBothEngines } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import { projectFolder } from './project-folder.ts'

const keys = [
  'context-initialization',
  'context-initialization-monorepo',
  'tool-usage',
  'session-summary',
  'concept',
  'spec-creation',
  'architecture',
  'slice-planning',
  'slice-design',
  'feature-design',
  'task-breakdown',
  'task-breakdown-explicit',
  'task-expansion',
  'implementation',
  'testing',
  'review',
  'debugging',
  'refactoring',
  'documentation',
  'ad-hoc-tasks',
  'analyze-codebase',
  'analyze-processing',
  'analyze-lld',
  'analyze-tasks',
  'analyze-implementation',
  'custom-instruction',
]
const tick = '`'.repeat(3)

onBothEngines('The library', store => {
  const { call } = store
  const preview = (instruction: string) => call('template_preview', { projectId: 'default', instruction })
  const chosen = async (instruction: string) => {
    const { sections } = await preview(instruction)
    return sections.find(({ name }: { name: string }) => name === 'instruction').why.at(-1)
  }
  const at = async (files: { [name: string]: string | Uint8Array }) => {
    const projectPath = await projectFolder(files)
    await call('project_update', { id: 'default', projectPath })
    return projectPath
  }

  it('The library ships every promised prompt, 8 to 40 lines each', async () => {
    const { templates, count, promptFile, files, warnings } = await call('prompt_list', { projectId: 'default' })
    expect(templates.map(({ key }: { key: string }) => key)).toEqual(keys)
    expect({ count, files, warnings }).toEqual({ count: 26, files: [promptFile], warnings: [] })
    for (const { key } of templates) {
      const { text } = await call('prompt_get', { projectId: 'default', templateName: key })
      const lines = text.split('\n---\n\n')[1].split('\n').length
      expect(lines, key).toBeGreaterThanOrEqual(8)
      expect(lines, key).toBeLessThanOrEqual(40)
    }
  })

  it('The library shows a prompt by key or by name in any case, raw', async () => {
    const { text } = await call('prompt_get', { projectId: 'default', templateName: 'sLICE design' })
    expect(text).toMatch(
      /^# Slice Design\nKey: slice-design\nParameters: slice, project\n\n---\n\nDesign the slice \{slice\} of \{project\}/,
    )
  })

  it('The library answers to every key, alias and phase', async () => {
    for (const key of keys) expect(await chosen(key)).toMatchObject({ source: 'prompt', id: key })
    for (const [alias, key] of aliases) expect([alias, (await chosen(alias)).id]).toEqual([alias, key])
    for (const [phase, key] of [
      'concept',
      'spec-creation',
      'slice-planning',
      'slice-design',
      'task-breakdown',
      'task-expansion',
      'implementation',
    ].entries()) {
      for (const form of [`${phase + 1}`, `p${phase + 1}`, `Phase ${phase + 1}`])
        expect((await chosen(form)).id).toBe(key)
    }
  })

  it('The library guesses only where one prompt fits, takes words for words, and says when nothing fits', async () => {
    expect((await chosen('refac')).id).toBe('refactoring')
    expect((await chosen('lld')).id).toBe('analyze-lld')
    expect(await preview('task')).toMatchObject({
      code: 'INSTRUCTION_AMBIGUOUS',
      text: expect.stringContaining('task-breakdown, task-breakdown-explicit, task-expansion'),
    })
    expect((await preview('Fix the login page')).text).toContain('\n\nFix the login page')
    expect((await preview(' ')).text).toContain('No standing instruction is set.')
    const { text, notices } = await preview('zzz')
    expect(text).toContain(
      "No prompt in the library matches the instruction 'zzz'. Use prompt_list to see what exists.",
    )
    expect(notices).toHaveLength(1)
  })

  it('The library prefers the project’s own prompt, also where its name carries a phase', async () => {
    const folder = await at({ '.daybook/prompts.md': '##### Implementation (Phase 7)\nOur way, {slice}.\n' })
    for (const instruction of ['implementation', '7', 'p7', 'Implementation (Phase 7)']) {
      expect(await chosen(instruction)).toMatchObject({ id: 'implementation-phase-7', layer: 'project' })
    }
    const { templates, promptFile, files } = await call('prompt_list', { projectId: 'default' })
    expect(templates[0]).toEqual({
      name: 'Implementation (Phase 7)',
      key: 'implementation-phase-7',
      parameterCount: 1,
      source: 'project',
    })
    expect(promptFile).toBe(join(folder, '.daybook/prompts.md'))
    expect(files).toHaveLength(2)
  })

  it('The library finds the older place of a project’s prompts and statements, and lets a key hide those below', async () => {
    await at({
      'project-documents/ai-project-guide/project-guides/prompt.ai-project.system.md': `##### Review\n${tick}markdown\nLook twice.\n${tick}\n`,
      'default-statements.md':
        '## a\n<!-- key: current-events-header, editable: true -->\n### So far\n## b\n<!-- key: no-tools-statement, editable: true -->\nNone at all.\n',
    })
    await call('context_summarize', { projectId: 'default', summary: 'State.' })
    const { text } = await preview('review')
    expect(text).toContain('\n\nLook twice.')
    expect(text).toContain('### So far\nState.')
    expect(text).toContain('### 3rd-Party Tools & MCP\nNone at all.')
    expect((await call('prompt_list', { projectId: 'default' })).warnings).toEqual([
      "builtin: 'review' is hidden by the project layer",
    ])
  })

  it('The library sees a file that changed, and only then reads it again', async () => {
    const folder = await at({ '.daybook/prompts.md': '##### Review\nOne.\n' })
    expect((await preview('review')).text).toContain('\n\nOne.')
    await writeFile(join(folder, '.daybook/prompts.md'), '##### Review\nTwo.\n')
    await utimes(join(folder, '.daybook/prompts.md'), 1, 1)
    expect((await preview('review')).text).toContain('\n\nTwo.')
  })

  it.each<[string, { [name: string]: string | Uint8Array }, RegExp]>([
    [
      'an unclosed fence',
      { '.daybook/prompts.md': `##### A\nx\n${tick}\ny\n` },
      /prompts\.md', line 3, cannot be used: a code fence is never closed/,
    ],
    ['an unbalanced condition', { '.daybook/prompts.md': '##### A\n{{#if slice}}\n' }, /line 2/],
    ['bytes that are not UTF-8', { '.daybook/prompts.md': new Uint8Array([0x23, 0xff, 0xfe]) }, /not UTF-8/],
    ['more than 2 MiB', { '.daybook/prompts.md': 'x'.repeat(2 * 1024 * 1024 + 1) }, /larger than 2 MiB/],
    ['broken statements', { '.daybook/statements.md': `## A\n${tick}\n` }, /statements\.md', line 2/],
    ['a folder in place of the file', { '.daybook/prompts.md/x': 'y' }, /not a regular file/],
  ])('The library refuses %s by file and line, and the project stays as it is', async (_, files, message) => {
    await at(files)
    expect(await preview('review')).toMatchObject({
      isError: true,
      code: 'PROMPT_FILE_INVALID',
      text: expect.stringMatching(message),
    })
    expect(await call('project_get', { id: 'default' })).toMatchObject({ instruction: 'implementation' })
  })

  it('The library follows no link out of the project’s folder and needs links to lead somewhere', async () => {
    const outside = await projectFolder({ 'secret.md': '##### Review\nSecret.\n' })
    const folder = await at({ '.daybook/inside.md': '##### Review\nInside.\n' })
    const place = join(folder, '.daybook/prompts.md')
    await symlink(join(outside, 'secret.md'), place)
    const refused = await preview('review')
    expect(refused).toMatchObject({ code: 'PROMPT_FILE_INVALID', text: expect.stringContaining('leads outside') })
    expect(refused.text).not.toContain('Secret')
    const second = await at({ '.daybook/inside.md': '##### Review\nInside.\n' })
    await symlink('inside.md', join(second, '.daybook/prompts.md'))
    expect((await preview('review')).text).toContain('Inside.')
    const third = await at({})
    await mkdir(join(third, '.daybook'))
    await symlink('nowhere', join(third, '.daybook/prompts.md'))
    expect(await preview('review')).toMatchObject({ code: 'PROMPT_FILE_INVALID' })
  })

  it('The library refuses a file without read permission', async () => {
    const folder = await at({ '.daybook/prompts.md': '##### Review\nx\n' })
    await chmod(join(folder, '.daybook/prompts.md'), 0o000)
    // Root reads everything; for the others it is an error with the file's name.
    if (process.getuid?.() === 0) expect((await preview('review')).text).toContain('\n\nx')
    else expect(await preview('review')).toMatchObject({ code: 'PROMPT_FILE_INVALID' })
  })

  it('The library says which folder is missing before it says anything else', async () => {
    await call('project_update', { id: 'default', projectPath: join(tempHome(), 'gone') })
    for (const [name, args] of [
      ['prompt_list', { projectId: 'default' }],
      ['prompt_get', { projectId: 'default', templateName: 'nope' }],
      ['template_preview', { projectId: 'default', instruction: 'task', maxTokens: 200 }],
    ] as const) {
      expect(await call(name, args)).toMatchObject({ code: 'PATH_MISSING' })
    }
  })
})
