/** The workspaces whose results a page takes in: this one, and the published ones if wanted. */
export function resultOrgIds(
  orgId: string,
  memberships: readonly { org_id: string; is_reference: boolean }[],
  withPublished: boolean,
): string[] {
  const published = memberships.filter((one) => one.is_reference && one.org_id !== orgId);
  return [orgId, ...(withPublished ? published.map((one) => one.org_id) : [])];
}
