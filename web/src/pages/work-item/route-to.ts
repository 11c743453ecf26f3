import { type Device, isOnIos } from '../../parts/ios.ts';

interface Place {
  lines: readonly string[];
  latitude: number;
  longitude: number;
}

/**
 * In the maps app of the phone, or on a map in the browser. The address is searched for near the
 * coordinates, which may be those of its town.
 */
export function routeTo({ lines, latitude, longitude }: Place, device: Device): string {
  const searched = encodeURIComponent(lines.join(', '));
  if (/Android/.test(device.userAgent)) return `geo:${latitude},${longitude}?q=${searched}`;
  if (isOnIos(device)) return `https://maps.apple.com/?daddr=${searched}`;
  return `https://www.openstreetmap.org/search?query=${searched}`;
}
