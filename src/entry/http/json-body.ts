import { Fault } from '../../kernel/fault.ts'
import { toolsetNamed } from '../../toolsets.ts'
import { bodyLimit, limitedBytes } from '../request-body.ts'
import { failed, refused } from './failure.ts'

/** The arguments a request carries as its body, or the answer that turns it away. */
export async function jsonBody(
  request: Request,
  toolset: string,
  /** Whether no body at all counts as no arguments. */
  { empty = false } = {},
): Promise<Response | object> {
  // Browsers send this type to another origin only after asking, and that question is never answered with yes.
  if (!jsonType.test(request.headers.get('content-type') ?? '') || request.headers.has('content-encoding')) {
    return refused(415, 'INVALID_INPUT', 'The body must be plain JSON.', {
      details: { reason: 'content_type' },
      hint: 'Send the header "Content-Type: application/json" and a body in UTF-8, not compressed.',
      toolset,
    })
  }
  const limit = Math.min(bodyLimit, toolsetNamed(toolset)?.bodyLimit ?? bodyLimit)
  const bytes = await limitedBytes(request, limit)
  if (bytes === undefined) {
    return refused(413, 'INVALID_INPUT', 'The body is larger than this server accepts.', {
      details: { reason: 'body_size', limit },
      hint: 'Send less in one call.',
      toolset,
    })
  }
  if (empty && bytes.length === 0) return {}
  const args = parsed(bytes)
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args
  return failed(
    new Fault('INVALID_INPUT', 'The body is not a JSON object in UTF-8.', {
      details: { reason: 'malformed_json' },
      hint: 'Send the arguments as one JSON object; {} when there are none.',
    }),
    { toolset },
  )
}

const jsonType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

/** Undefined for what is not JSON. Bytes that are not UTF-8 are refused, never replaced. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
