import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { describe, expect, it } from 'vitest'
import { describeOperation } from '../../src/catalog/describe.ts'
import { toolsOf } from '../../src/entry/mcp/tools.ts'
import { operations } from '../../src/operations.ts'
import { toolsetNamed } from '../../src/toolsets.ts'
import { chainFor, itemFor, ledger } from './build-workspace.ts'

/** Name and effect, in the order of spec/diary.md §12. */
const order: Array<[name: string, effect: 'read' | 'append' | 'change']> = [
  ['read_session_lines', 'read'],
  ['write_evidence', 'append'],
  ['write_work_item', 'append'],
  ['diary_next', 'read'],
  ['diary_chains', 'read'],
  ['diary_status', 'read'],
  ['diary_days', 'read'],
  ['diary_report', 'read'],
  ['diary_search', 'read'],
  ['search_history', 'read'],
  ['diary_why', 'read'],
  ['diary_prepare', 'change'],
  ['diary_render', 'change'],
  ['write_project_summary', 'change'],
  ['write_report_title', 'change'],
  ['write_engagement', 'change'],
  ['write_team_learning', 'change'],
]
const budget = 12 * 1024
/** More than the 36 KB once aimed at: what the documents say about a tool is said in every list (decision 39). */
const budgetOfAll = 44 * 1024

const forAgents = operations.filter(({ audience }) => audience === 'agents').map(describeOperation)
const tools = toolsOf(forAgents.filter(({ toolset }) => toolset === 'diary'))

describe('tools/list of the diary toolset', () => {
  it('tools/list of the diary toolset is in the order of the specification, with hints that follow from the effects', () => {
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(order.map(([name]) => name).filter(name => names.includes(name)))
    expect(names.slice(0, 3)).toEqual(['read_session_lines', 'write_evidence', 'write_work_item'])
    for (const { name, annotations } of tools) {
      const effect = order.find(([each]) => each === name)?.[1]
      expect(annotations, name).toEqual({
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'change',
        idempotentHint: effect !== 'append',
        openWorldHint: false,
      })
    }
  })

  it('tools/list of the diary toolset stays within its budget', () => {
    const sizes = tools.map(tool => `${Buffer.byteLength(JSON.stringify(tool))} ${tool.name}`)
    expect(Buffer.byteLength(JSON.stringify(tools)), sizes.join('\n')).toBeLessThanOrEqual(budget)
  })

  it('tools/list of the diary toolset leaves room for the other toolsets', () => {
    const all = toolsOf(forAgents)
    expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThanOrEqual(budgetOfAll)
  })

  it('tools/list of the diary toolset describes the whole of a chain and of a work item, enums included', () => {
    const validator = new AjvJsonSchemaValidator()
    const check = (name: string) => {
      const schema = tools.find(tool => tool.name === name)?.inputSchema
      return (args: object) => validator.getValidator(Object(schema))(args).valid
    }
    const evidence = check('write_evidence')
    const place = { project_key: ledger, session_ref: 'S0001' }
    expect(evidence({ ...place, evidence_chain: chainFor('T0001', 1) })).toBe(true)
    for (const wrong of [
      { materiality: 'high' },
      { trigger: { ...chainFor('T0001', 1).trigger, type: 'asked' } },
      { outcomes: [{ category: 'done', summary: 'x', citations: [] }] },
      { observed_checks: [{ type: 'verified', summary: 'x', citations: [] }] },
      { terminal_state: { type: 'done', summary: 'x', citations: [] } },
      { agent_reactions: [{ summary: 'x' }] },
      { terminal_state: undefined },
    ]) {
      expect(evidence({ ...place, evidence_chain: chainFor('T0001', 1, wrong) }), JSON.stringify(wrong)).toBe(false)
    }
    const item = check('write_work_item')
    expect(item({ project_key: ledger, work_item: itemFor('W0001', [['S0001', 'T0001']]) })).toBe(true)
    for (const wrong of [
      { kind: 'task' },
      { confidence: 'sure' },
      { covered_turns: [{ session_ref: 'S0001' }] },
      { outcomes: [{ category: 'other', summary: 'x' }] },
      { terminal_states: [{ type: 'fine', summary: 'x' }] },
    ]) {
      const work_item = itemFor('W0001', [['S0001', 'T0001']], wrong)
      expect(item({ project_key: ledger, work_item }), JSON.stringify(wrong)).toBe(false)
    }
  })

  it('tools/list of the diary toolset warns of full mode where it is chosen', () => {
    const properties = tools.find(tool => tool.name === 'read_session_lines')?.inputSchema.properties ?? {}
    expect(properties.mode).toMatchObject({
      enum: ['compact', 'full'],
      default: 'compact',
      description: expect.stringMatching(/full.*very large.*narrow range/),
    })
  })

  it('tools/list of the diary toolset instructs the model how to begin in at most 120 words', () => {
    expect(toolsetNamed('diary')?.instructions.split(/\s+/).length).toBeLessThanOrEqual(120)
  })
})
