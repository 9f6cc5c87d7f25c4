import { CircleCheck, CircleX } from 'lucide-react'
import type { Output } from '../../../operations.ts'
import { modelFaultWords, providerName } from '../../../state/room/provider-words.ts'
import { safeText } from '../../transcript/safe-text.ts'

/** The result of the test question: success with its latency, or the failure's reason. */
export function TestResult({ result }: { result: Output<'room_provider_test'> | undefined }) {
  return (
    <div role="status">
      {result &&
        (result.ok ? (
          <p className="test-result good">
            <CircleCheck aria-hidden="true" />
            <span>
              {providerName(result.provider)} answered in {result.latencyMs.toLocaleString('en')} ms with{' '}
              <code>{safeText(result.model)}</code>.
            </span>
          </p>
        ) : (
          <p className="test-result bad">
            <CircleX aria-hidden="true" />
            <span>
              {providerName(result.provider)}: {modelFaultWords(result.code ?? '')}{' '}
              {result.code && <code>{result.code}</code>}
            </span>
          </p>
        ))}
    </div>
  )
}
