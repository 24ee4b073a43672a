#include "protocol/infer/infer_engine.hpp"

namespace heddle::protocol {

Protocol infer(const core::Kernel& kernel, Ctx& ctx) {
  Protocol protocol;
  protocol.kernel = &kernel;
  protocol.pool = kernel.pool;
  Prepared prepared = prepare(kernel, core::has_named_barriers(kernel) && !ctx.options.bit_precise);
  if (prepared.too_deep) {
    protocol.unknowns.emplace_back("statements are nested too deeply", kernel.loc);
    protocol.root = make_node(Seq{});
    return protocol;
  }
  if (ctx.options.bit_precise) drop_counters_that_wrap(kernel, prepared);
  protocol.root = Engine(kernel, prepared, protocol, ctx.options).run();
  return protocol;
}

} // namespace heddle::protocol
