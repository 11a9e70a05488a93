import { useState } from 'react'
import type { AccessToken, TokenScope } from '#domains/households/contract/keys.ts'
import type { Household } from '#domains/households/contract.ts'
import { ApiError, sentenceOf } from '#platform/web/call.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { useCreateToken, useRemoveToken, useTokens } from '../api/data.ts'
import { ago } from './ago.ts'
import { Choices } from './choices.tsx'
import { CopyLine } from './copy-line.tsx'

/** Keys for other programs: a dashboard that reads, a script that writes. */
export function TokensCard({ household }: { household: Household }) {
  const tokens = useTokens(household.id)
  const remove = useRemoveToken()
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [ending, setEnding] = useState<AccessToken | null>(null)
  return (
    <Card className="space-y-4">
      <CardHeader
        title="Access tokens"
        aside={
          isOpen ? null : (
            <Button
              variant="quiet"
              onClick={() => {
                setShown(null)
                setOpen(true)
              }}
            >
              New token
            </Button>
          )
        }
      />
      <p className="text-ink-soft">
        For dashboards and scripts. A token opens {household.name} with your role, and nothing else: no account, no members, no other
        tokens.
      </p>
      {shown ? (
        <div className="space-y-3">
          <Notice tone="soon">Copy the token now: it is shown only this once.</Notice>
          <CopyLine label="Token" text={shown} />
          <CopyLine label="Household id" text={household.id} />
          <Button variant="quiet" onClick={() => setShown(null)}>
            Done
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <NewToken
          household={household}
          onCancel={() => setOpen(false)}
          onMade={(token) => {
            setShown(token)
            setOpen(false)
          }}
        />
      ) : null}
      {tokens.data ? (
        tokens.data.length > 0 ? (
          <ul className="divide-y divide-line border-t border-line">
            {tokens.data.map((token) => (
              <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                <div className="min-w-44 flex-1">
                  <p className="font-medium break-words">{token.name}</p>
                  <p className="text-sm text-ink-soft">{token.lastUsedAt ? `Last used ${ago(token.lastUsedAt)}` : 'Never used'}</p>
                </div>
                <Badge tone={token.scope === 'write' ? 'plum' : 'stone'}>{token.scope === 'write' ? 'Reads and writes' : 'Reads'}</Badge>
                <Button variant="quiet" onClick={() => setEnding(token)} aria-label={`End ${token.name}`}>
                  End
                </Button>
              </li>
            ))}
          </ul>
        ) : isOpen || shown ? null : (
          <p className="border-t border-line pt-4 text-ink-soft">No tokens yet.</p>
        )
      ) : tokens.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={tokens.error}
          fallback="Your tokens did not load."
          busy={tokens.isFetching}
          onRetry={() => void tokens.refetch()}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title="End this token?"
        confirmLabel="End token"
        danger
        fallback="The token was not ended."
        onConfirm={() => ending && remove.mutateAsync({ params: { id: household.id, tokenId: ending.id } })}
      >
        Whatever uses “{ending?.name}” is shut out at once.
      </ConfirmDialog>
    </Card>
  )
}

function NewToken({ household, onMade, onCancel }: { household: Household; onMade: (token: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('read')
  const create = useCreateToken()
  const problem = create.error instanceof ApiError ? create.error.field('name') : undefined
  return (
    <form
      noValidate
      className="space-y-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!create.isPending)
          create.mutate({ params: { id: household.id }, body: { name, scope } }, { onSuccess: ({ token }) => onMade(token) })
      }}
    >
      <TextInput
        label="What is it for?"
        placeholder="Kitchen display"
        maxLength={60}
        required
        value={name}
        error={problem}
        onChange={(event) => setName(event.target.value)}
      />
      <Choices
        label="What may it do?"
        value={scope}
        onChange={setScope}
        choices={[
          { value: 'read', label: 'Read', hint: 'look at everything' },
          { value: 'write', label: 'Read and write', hint: 'also change stock and lists' },
        ]}
      />
      {create.error && problem === undefined ? <Notice tone="error">{sentenceOf(create.error, 'The token was not made.')}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={create.isPending}>
          Make token
        </Button>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
