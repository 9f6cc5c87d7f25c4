import type { z } from 'zod'
import { roomProviderDetect, roomProviderModels } from '../../../room/providers/operations.ts'
import { rows } from '../rows.ts'
import { visible } from '../visible.ts'
import type { RoomVerb } from './verb.ts'

export const providersDetect: RoomVerb<[], object, z.output<typeof roomProviderDetect.output>> = {
  usage: 'detect',
  summary: 'look for LM Studio and Ollama on this machine, and nowhere else',
  examples: ['providers detect'],
  ask: ({ call }) => call(roomProviderDetect, {}),
  show({ providers }, page) {
    const table = providers.map(({ provider, baseUrl, reachable, models }) => [
      { text: provider, paint: page.colors.bold },
      baseUrl,
      reachable ? models.join(', ') || 'answers, but has no model loaded' : 'not running',
    ])
    page.data(rows(table, page))
    const [found] = providers.filter(({ models }) => models.length > 0)
    if (found) {
      page.note(
        visible(`Use it: daybook room agents set chief --provider ${found.provider} --model ${found.models[0]}`),
      )
    } else page.note('None is needed: the built-in responder answers for every agent.')
  },
}

interface Options {
  baseUrl?: string
  key?: string
}

export const providersModels: RoomVerb<[provider: string], Options, z.output<typeof roomProviderModels.output>> = {
  usage: 'models <provider>',
  summary: 'the models of one service, as it lists them itself',
  options: [
    ['--base-url <url>', 'another address of the provider'],
    ['--key <ref>', 'env:NAME, or <provider>:<id> of a stored key'],
  ],
  examples: ['providers models ollama', 'providers models openai --key env:OPENAI_API_KEY'],
  speaks: true,
  ask: ({ call }, { baseUrl, key }, provider) =>
    call(roomProviderModels, {
      provider,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(key !== undefined && { apiKeyRef: key }),
    }),
  show({ models, reachable, code }, page) {
    for (const model of models) page.line(visible(model))
    if (!reachable) page.note(`It does not answer (${code}). Start it, or check --base-url and --key.`)
  },
  exit: ({ reachable }) => (reachable ? 0 : 1),
}
