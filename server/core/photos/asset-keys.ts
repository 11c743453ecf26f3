// The keys of pictures in the asset store. Both parts must be UUIDs, which rules out path traversal and
// access to another brand.

export function pictureKey(brandId: string, assetId: string): string {
  return `${checked(brandId)}/${checked(assetId)}`;
}

export function thumbnailKey(brandId: string, assetId: string): string {
  return `${pictureKey(brandId, assetId)}.thumbnail`;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function checked(id: string): string {
  if (uuid.test(id)) return id;
  throw new Error(`an asset key is made of UUIDs, got ${JSON.stringify(id)}`);
}

const key = /^(?<brandId>[0-9a-f-]{36})\/(?<name>(?<assetId>[0-9a-f-]{36})(?:\.thumbnail)?)$/;

/** Parses a key, for stores with their own layout. */
export function partsOfKey(text: string): { brandId: string; assetId: string; name: string } {
  const { brandId = '', assetId = '', name = '' } = key.exec(text)?.groups ?? {};
  return { brandId: checked(brandId), assetId: checked(assetId), name };
}
