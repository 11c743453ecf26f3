// Database calls of one request: they draw on its time budget, and callers take turns.
import type { FastifyRequest } from 'fastify';
import type { ActionRunner, RunAction } from '#runner/action-runner.ts';
import { TimeBudget } from '#runner/time-budget.ts';

export interface RequestCalls {
  budget: TimeBudget;
  run: RunAction;
  /** For work in many steps, each of which has the whole time budget. */
  runStep: RunAction;
}

declare module 'fastify' {
  interface FastifyRequest extends RequestCalls {}
}

export function requestCalls(runner: ActionRunner, waitMsMax: number) {
  return (request: FastifyRequest): void => {
    const budget = new TimeBudget(waitMsMax);
    request.budget = budget;
    request.run = (name, input) => {
      const caller = request.caller?.keyId ?? request.caller?.memberId ?? undefined;
      return budget.spend((leftMs) => runner.run(name, input, { caller, waitMsMax: leftMs }));
    };
    request.runStep = (name, input) => {
      budget.renew();
      return request.run(name, input);
    };
  };
}
