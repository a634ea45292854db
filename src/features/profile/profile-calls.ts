import { getCurrentUserContext } from '#contract/rpc/identity.ts';
import { endpointCall, rpcCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import type { ProfileTab } from './profile-search.ts';

/** The read behind each part of the page. */
export function profileCalls(orgId: string, tab: ProfileTab): readonly ApiCall[] {
  switch (tab) {
    case 'account':
      return [rpcCall(getCurrentUserContext, {}, 'Your account and its workspaces')];
    case 'tokens':
      return [endpointCall('/auth/tokens', null, 'Your tokens')];
    case 'api-keys':
      return [endpointCall(`/auth/api-keys?org_id=${orgId}`, null, 'API keys of the workspace')];
  }
}
