import { z } from 'zod'
import { anthropicHeaders } from './anthropic.ts'
import { ModelFault } from './chat.ts'
import { checkedFetch, type ServiceFetch } from './checked-fetch.ts'
import { parseJson, readText } from './event-data.ts'
import { openAiHeaders } from './openai.ts'
import type { Provider } from './providers.ts'
import { callService } from './service.ts'

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The names of the models a service offers; what fails is a ModelFault. */
export function listModels(
  provider: Provider,
  key: string | undefined,
  { timeoutMs, fetch = checkedFetch() }: { timeoutMs: number; fetch?: ServiceFetch | undefined },
): Promise<string[]> {
  const headers = provider.wire === 'anthropic' ? anthropicHeaders(provider, key) : openAiHeaders(provider, key)
  const call = { url: `${provider.base}/models`, headers, signal: undefined }
  return callService({ timeoutMs, fetch }, call, async response => {
    const list = ModelList.safeParse(parseJson(await readText(response)))
    if (!list.success) throw new ModelFault('provider_bad_request')
    return list.data.data.map(({ id }) => id)
  })
}
