#include "ptx/read/module.hpp"

#include <unordered_map>

namespace heddle::ptx {

std::optional<Special> special_named(std::string_view name) {
  using enum Special;
  static const std::unordered_map<std::string_view, Special> table{
      {"%tid.x", tid_x},
      {"%tid.y", tid_y},
      {"%tid.z", tid_z},
      {"%ntid.x", ntid_x},
      {"%ntid.y", ntid_y},
      {"%ntid.z", ntid_z},
      {"%ctaid.x", ctaid_x},
      {"%ctaid.y", ctaid_y},
      {"%ctaid.z", ctaid_z},
      {"%nctaid.x", nctaid_x},
      {"%nctaid.y", nctaid_y},
      {"%nctaid.z", nctaid_z},
      {"%clusterid.x", clusterid_x},
      {"%clusterid.y", clusterid_y},
      {"%clusterid.z", clusterid_z},
      {"%nclusterid.x", nclusterid_x},
      {"%nclusterid.y", nclusterid_y},
      {"%nclusterid.z", nclusterid_z},
      {"%cluster_ctaid.x", cluster_ctaid_x},
      {"%cluster_ctaid.y", cluster_ctaid_y},
      {"%cluster_ctaid.z", cluster_ctaid_z},
      {"%cluster_nctaid.x", cluster_nctaid_x},
      {"%cluster_nctaid.y", cluster_nctaid_y},
      {"%cluster_nctaid.z", cluster_nctaid_z},
      {"%cluster_ctarank", cluster_ctarank},
      {"%cluster_nctarank", cluster_nctarank},
      {"%is_explicit_cluster", is_explicit_cluster},
      {"%laneid", laneid},
      {"%warpid", warpid},
      {"%nwarpid", nwarpid},
      {"%lanemask_eq", lanemask_eq},
      {"%lanemask_le", lanemask_le},
      {"%lanemask_lt", lanemask_lt},
      {"%lanemask_ge", lanemask_ge},
      {"%lanemask_gt", lanemask_gt},
      {"%total_smem_size", total_smem_size},
      {"%dynamic_smem_size", dynamic_smem_size},
      {"%clock", other},
      {"%clock_hi", other},
      {"%clock64", other},
      {"%globaltimer", other},
      {"%globaltimer_lo", other},
      {"%globaltimer_hi", other},
      {"%smid", other},
      {"%nsmid", other},
      {"%gridid", other},
      {"%aggr_smem_size", other},
      {"%current_graph_exec", other},
      {"%reserved_smem_offset_begin", other},
      {"%reserved_smem_offset_end", other},
      {"%reserved_smem_offset_cap", other}};
  if (const auto found = table.find(name); found != table.end()) return found->second;
  for (const char* family : {"%envreg", "%pm", "%reserved_smem_offset_"})
    if (name.starts_with(family)) return other;
  return std::nullopt;
}

} // namespace heddle::ptx
