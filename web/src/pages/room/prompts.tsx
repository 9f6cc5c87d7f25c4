import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { Empty } from '../../parts/empty.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { PromptPane } from '../../parts/room/settings/prompt-pane.tsx'
import { SettingsTabs } from '../../parts/room/settings/settings-tabs.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useIsAdmin } from '../../state/role.ts'
import { promptSearch } from '../../state/room/platform-addresses.ts'
import { promptWarning } from '../../state/room/prompt-words.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'

/** How each tool is described to models, where each text is from, and warnings about it. */
export function RoomPromptsPage() {
  const project = useProject()
  const isAdmin = useIsAdmin(project)
  const { id } = promptSearch(useSearch({ strict: false }))
  const registry = useQuery(roomQuery(project, 'room_prompt_list', { limit: 500 }))
  return (
    <div className="page wide">
      <PageHead
        title="Tool prompts"
        lead="How each tool is described to models. A text of this project overrides the shipped one; what a tool does never changes."
      />
      <SettingsTabs />
      <Loaded query={registry} label="prompts" lines={8}>
        {({ prompts, warnings }) => {
          const chosen = prompts.find(prompt => prompt.id === id) ?? prompts[0]
          return (
            <>
              {warnings.map(warning => (
                <p key={warning} className="note">
                  {promptWarning(warning)} <code>{safeText(warning)}</code>
                </p>
              ))}
              <div className="prompt-columns">
                <section className="prompt-side" aria-label="Registry">
                  <ul className="prompt-rows">
                    {prompts.map(prompt => (
                      <li key={prompt.id}>
                        <Link
                          to="/p/$project/room/prompts"
                          params={{ project }}
                          search={{ id: prompt.id }}
                          replace
                          className="prompt-row"
                          data-row
                          aria-current={prompt.id === chosen?.id ? 'true' : undefined}
                          onKeyDown={moveWithArrows}
                        >
                          <span className="truncate">{safeText(prompt.name)}</span>
                          {prompt.warnings.length > 0 && (
                            <span className="mark-line warn">
                              <TriangleAlert aria-hidden="true" />
                              <span className="hidden-text">has warnings</span>
                            </span>
                          )}
                          <span className="prompt-key mono truncate">{safeText(prompt.tool_id)}</span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </section>
                {chosen ? (
                  <PromptPane
                    key={`${chosen.id} ${chosen.updatedAt}`}
                    project={project}
                    prompt={chosen}
                    isAdmin={isAdmin}
                  />
                ) : (
                  <Empty title="No prompts" />
                )}
              </div>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
