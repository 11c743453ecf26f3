// Every route that the service has, taken from the app itself: a new one is in it by itself.
import { bareApp } from '../../scripts/bare-app.ts';

export interface Route {
  method: string;
  /** With parameters as `:id`. */
  path: string;
}

export async function routesOfApp(): Promise<Route[]> {
  const app = await bareApp();
  const tree = app.printRoutes({ commonPrefix: false });
  await app.close();
  return routesIn(tree);
}

// A line is its indentation, of four signs for each level, the part of the path that is new there, and the methods.
const line = /^((?:│ {3}| {4})*)[├└]── (.*) \(([A-Z, ]+)\)$/;

function routesIn(tree: string): Route[] {
  const prefixes: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .flatMap((text) => {
      const [, indentation, part, methods] = line.exec(text) ?? [];
      if (part === undefined) throw new Error(`not a line of the tree of routes: ${text}`);
      const depth = indentation!.length / 4;
      const path = (prefixes[depth - 1] ?? '') + part;
      prefixes[depth] = path;
      return methods!.split(', ').map((method) => ({ method, path }));
    });
}
